/** The next version of a case: a copy of everything, with what a follow-up changes of itself, and what is said besides. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { NullificationCode } from '../../../shared/case/nullification.ts';
import { ROLES_OF_ONE_VERSION } from '../../../shared/case/rolesOfOneVersion.ts';
import { formatDate } from '../../../shared/dates/partialDate.ts';
import { withComputed } from '../../../shared/derived/wholeCase.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { RefreshWorld } from '../../projections/refreshProjections.ts';
import type { Trx } from '../../storage/database.ts';
import { changeTime, findDocs, type CaseRecord } from '../record/case.store.ts';
import { insertCase, type NewCase } from './insertCase.ts';
import { contentOf, docsOf } from '../record/pageDoc.ts';
import { readResidue } from '../record/readCase.store.ts';

export interface NextVersion extends Pick<NewCase, 'user' | 'reason' | 'requestId'> {
  /** left out: a person on the screen */
  source?: NewCase['source'];
  /** withdraws or corrects what was sent before: it brings no new information, so the date of the most recent stays */
  nullification?: { code: NullificationCode; reason: string };
  /** makes what the new version says of what it would say */
  saying?: (content: CaseContent) => CaseContent;
}

/** Makes the version after `found`, which the caller has locked; status and flags start afresh. */
export async function makeNextVersion(
  trx: Trx,
  deps: RefreshWorld & AuditWorld,
  found: CaseRecord,
  { nullification, saying, source = 'screen', ...made }: NextVersion,
): Promise<{ caseKey: number; caseNo: string; versionNo: number }> {
  const { sponsor_key: sponsorKey, case_key: caseKey } = found;
  const { whole } = deps.catalogue;
  const at = changeTime(deps.clock.now(), found.retrieved_at);
  const before = await findDocs(trx, sponsorKey, caseKey);
  const copied = withRoles(deps, contentOf(before), {
    creationDate: momentOf(at),
    nullificationAmendment: nullification?.code ?? null,
    nullificationReason: nullification?.reason ?? null,
    ...(!nullification && { mostRecentInformation: null }),
    ...Object.fromEntries(ROLES_OF_ONE_VERSION.map((role) => [role, null])),
  });
  const content = saying ? withComputed(whole, saying(copied)) : copied;
  return insertCase(trx, deps, {
    ...made,
    sponsorKey,
    senderKey: found.sender_key,
    content,
    docs: docsOf(whole, content, { at, by: made.user.userId }, before),
    residue: await readResidue(trx, sponsorKey, caseKey),
    source,
    followUpOf: caseKey,
    at,
  });
}

/** The content with items of forms, by their roles, saying something else; null empties one. */
function withRoles(
  { catalogue: { whole } }: Pick<RefreshWorld, 'catalogue'>,
  { values, rows }: CaseContent,
  texts: Record<string, string | null>,
): CaseContent {
  const changed = Object.entries(texts).map(([role, value]) => {
    const itemId = whole.roles[role];
    if (itemId === undefined)
      throw new Error(`the catalogue has no item with the role ${role}, which a further version needs`);
    return { ...addressAt(itemId, []), ...EMPTY_VALUE, value };
  });
  const places = new Set(changed.map(addressKey));
  return {
    values: [
      ...values.filter((value) => !places.has(addressKey(value))),
      ...changed.filter(({ value }) => value !== null),
    ],
    rows,
  };
}

/** A moment as E2B writes it, to the second, in UTC. */
export const momentOf = (at: Date): string =>
  formatDate({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    zone: '+0000',
  });
