/** The next version of a case: a copy of everything, with what a follow-up changes of itself. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { NullificationCode } from '../../shared/case/nullification.ts';
import { formatDate } from '../../shared/dates/partialDate.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { changeTime, findDocs, type CaseRecord } from './case.store.ts';
import { insertCase, type NewCase } from './insertCase.ts';
import { contentOf, emptyDoc, storedValue, type Change, type PageDoc } from './pageDoc.ts';
import { readResidue } from './readCase.ts';

export interface NextVersion extends Pick<NewCase, 'user' | 'reason' | 'requestId'> {
  /** withdraws or corrects what was sent before: it brings no new information, so the date of the most recent stays */
  nullification?: { code: NullificationCode; reason: string };
}

/** Makes the version after `found`, which the caller has locked; status and flags start afresh. */
export async function makeNextVersion(
  trx: Trx,
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  found: CaseRecord,
  { nullification, ...made }: NextVersion,
): Promise<{ caseKey: number; caseNo: string; versionNo: number }> {
  const { sponsor_key: sponsorKey, case_key: caseKey } = found;
  const at = changeTime(deps.clock.now(), found.retrieved_at);
  const change: Change = { at, by: made.user.userId };
  const said: Record<string, string | null> = {
    creationDate: momentOf(at),
    nullificationAmendment: nullification?.code ?? null,
    nullificationReason: nullification?.reason ?? null,
    ...(!nullification && { mostRecentInformation: null }),
  };
  const docs = Object.entries(said).reduce(
    (all, [role, value]) => withValueOf(all, itemOfRole(deps, role), value, change),
    await findDocs(trx, sponsorKey, caseKey),
  );
  return insertCase(trx, deps, {
    ...made,
    sponsorKey,
    senderKey: found.sender_key,
    content: contentOf(docs),
    docs,
    residue: await readResidue(trx, sponsorKey, caseKey),
    source: 'screen',
    followUpOf: caseKey,
    at,
  });
}

function itemOfRole({ catalogue: { whole } }: Pick<Deps, 'catalogue'>, role: string): CatalogueItem {
  const item = whole.items[whole.roles[role] ?? ''];
  if (!item)
    throw new Error(`the catalogue has no item with the role ${role}, which a further version needs`);
  return item;
}

/** The documents with one item of a form saying something else; null empties it. */
function withValueOf(
  docs: readonly PageDoc[],
  { itemId, page }: CatalogueItem,
  value: string | null,
  change: Change,
): PageDoc[] {
  const key = addressKey(addressAt(itemId, []));
  const found = docs.find((doc) => doc.page === page && doc.rowNo === 0);
  if (value === null && !found?.items[key]) return [...docs];
  const doc = found ?? emptyDoc(page, change);
  const items = { ...doc.items, [key]: storedValue({ ...EMPTY_VALUE, value }, change) };
  return [...docs.filter((one) => one !== found), { ...doc, items }];
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
