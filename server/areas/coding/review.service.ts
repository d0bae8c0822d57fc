/** The second coder's word on codes. */
import type { BodyOf, DataOf, reviewCodes } from '../../../shared/contract/index.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { lockVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { attempt, refusalOf } from '../../http/refusalOf.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { codeChanged, codedByYourself, Problem, termNotFound } from '../../problems.ts';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import { fold } from '../../../shared/text/fold.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { putReview, recordRemark } from './codeRemark.ts';
import { findTerms } from './coding.store.ts';
import { codingList } from './codingList.ts';

/** What this module needs of the server. */
type ReviewWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

type Code = BodyOf<typeof reviewCodes>['codes'][number];

/** What is kept in the audit trail as the reason. */
export const REVIEWED = 'Code reviewed';

export interface Review {
  menuId: string;
  codes: readonly Code[];
  requestId: string;
}

/** Each in a transaction of its own: what one is refused for does not stop the others. */
export async function applyReviews(
  deps: ReviewWorld,
  caller: ListCaller,
  { menuId, codes, requestId }: Review,
): Promise<DataOf<typeof reviewCodes>> {
  const listInfo: DataOf<typeof reviewCodes>['listInfo'] = [];
  for (const code of codes) {
    const done = await attempt(() => reviewOne(deps, caller, { menuId, code, requestId }));
    const refusal = done instanceof Problem ? refusalOf(done, caller.language) : null;
    listInfo.push({ rowKey: code.rowKey, refusal });
  }
  return { listInfo };
}

/**
 * Agreeing again changes nothing. Throws 404 for a term that is not in the list, 409 CASE_READ_ONLY, CODE_CHANGED if
 * code or text is not the one that the reviewer saw, and CODED_BY_YOURSELF.
 */
const reviewOne = (
  deps: ReviewWorld,
  caller: ListCaller,
  { menuId, code: { rowKey, code, version, text }, requestId }: Omit<Review, 'codes'> & { code: Code },
): Promise<void> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const { user } = caller;
    const place = parseCodedTermKey(rowKey);
    if (!place) throw termNotFound();
    const kase = await lockVisibleCase(trx, user, place.caseKey);
    const [found] = await findTerms(trx, codingList(menuId), readingOf(deps, caller), [rowKey]);
    if (!found) throw termNotFound();
    requireEditable(kase, user);
    const heldVersion = found.version ?? '';
    if (found.code !== code || (version ?? heldVersion) !== heldVersion) throw codeChanged();
    if (text !== undefined && fold(text) !== fold(found.term ?? '')) throw codeChanged();
    if (found.codedBy === user.userId) throw codedByYourself();
    if (found.reviewed) return;
    const at = changeTime(deps.clock.now(), kase.retrieved_at);
    await putReview(trx, user, found, { code, version: heldVersion, at });
    const remark = { term: found, action: 'codeReviewed', code, reason: REVIEWED, at } as const;
    await recordRemark(trx, deps, { user, requestId }, remark);
  });
