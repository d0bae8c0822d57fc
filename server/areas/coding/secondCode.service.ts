/** The code of a second coder, who does not see the first one: an equal code approves it, another one is a difference. */
import { MAX_GROUP_TERMS, type BodyOf, type codeAgain, type DataOf } from '../../../shared/contract/index.ts';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { lockVisibleCase, requireOpen } from '../../cases/record/caseAccess.ts';
import { attempt, refusalOf } from '../../http/refusalOf.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import { codedByYourself, Problem, secondCodeNotNeeded, termNotFound } from '../../problems.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import type { FoundTerm } from './coding.store.ts';
import { putReview, recordRemark } from './codeRemark.ts';
import { requireCode } from './codeTexts.service.ts';
import {
  queueDictionary,
  queueStepOf,
  type QueueDictionary,
  type QueueWorld,
} from './codingQueue.service.ts';
import { findGroupTerms } from './codingQueue.store.ts';
import { REVIEWED } from './review.service.ts';
import { hasSecondCode, insertSecondCoding } from './secondCoding.store.ts';

/** What this module needs of the server. */
type SecondCodeWorld = QueueWorld & AuditWorld;

type Request = BodyOf<typeof codeAgain> & { dictionary: string; requestId: string };

/** What the audit trail has as the reason of a second code without a remark. */
const CODED_AGAIN = 'Coded by a second coder';

/** Throws 404 TERM_NOT_FOUND for a dictionary that codes nothing in the region, and CODE_NOT_FOUND. */
export async function applySecondCode(
  deps: SecondCodeWorld,
  caller: ListCaller,
  request: Request,
): Promise<DataOf<typeof codeAgain>> {
  const { sponsorKey } = caller.user;
  const reading = readingOf(deps, caller);
  const used = await inSponsor(deps.db, sponsorKey, (trx) =>
    queueDictionary(trx, reading, request.dictionary),
  );
  await requireCode(deps, used, request.code);
  const listInfo = [];
  for (const rowKey of request.rowKeys) {
    const done = await attempt(() => codeTermAgain(deps, reading, { request, used, rowKey }));
    listInfo.push({ rowKey, refusal: done instanceof Problem ? refusalOf(done, caller.language) : null });
  }
  return { listInfo };
}

interface OneTerm {
  request: Request;
  used: QueueDictionary;
  rowKey: string;
}

/** Throws 404 TERM_NOT_FOUND, 409 CASE_READ_ONLY, CODED_BY_YOURSELF and SECOND_CODE_NOT_NEEDED. */
const codeTermAgain = (deps: SecondCodeWorld, reading: ListReading, one: OneTerm): Promise<void> =>
  inSponsor(deps.db, reading.user.sponsorKey, async (trx) => {
    const { user } = reading;
    const { code, requestId } = one.request;
    const remark = remarkOf(one.request);
    const place = parseCodedTermKey(one.rowKey);
    if (!place) throw termNotFound();
    const kase = await lockVisibleCase(trx, user, place.caseKey);
    const term = await termToCodeAgain(trx, reading, one, place.caseKey);
    if (!term) return;
    // the case stays as it is
    requireOpen(kase);
    const at = changeTime(deps.clock.now(), kase.retrieved_at);
    const isEqual = term.code === code;
    const version = term.version ?? '';
    await insertSecondCoding(trx, {
      sponsor_key: user.sponsorKey,
      root_case_key: term.rootCaseKey,
      item_id: term.itemId,
      row_no: term.rowNo,
      row_no2: term.rowNo2,
      row_no3: term.rowNo3,
      dictionary: one.used.descriptor.dictionary,
      release_no: one.used.release.release_no,
      first_code: term.code ?? '',
      version,
      text_hash: term.textHash,
      first_by: term.codedBy ?? '',
      second_code: code,
      second_by: user.userId,
      second_at: at,
      remark,
    });
    if (isEqual) await putReview(trx, user, term, { code, version, at });
    await recordRemark(
      trx,
      deps,
      { user, requestId },
      {
        term,
        code,
        at,
        action: isEqual ? 'codeReviewed' : 'codedAgain',
        reason: remark ?? (isEqual ? REVIEWED : CODED_AGAIN),
      },
    );
  });

const remarkOf = ({ remark = '' }: Request): string | null => remark.trim() || null;

/** Finds the term in the second coder's queue, or why it is not there; null: an attempt without an answer has coded it. */
async function termToCodeAgain(
  trx: Trx,
  reading: ListReading,
  { request, used, rowKey }: OneTerm,
  caseKey: number,
): Promise<FoundTerm | null> {
  const { sponsorKey, userId } = reading.user;
  const find = async (step: 'first' | 'second') => {
    const queued = await queueStepOf(trx, sponsorKey, step);
    const of = { ...queued, textKey: request.textKey, caseKey, limit: MAX_GROUP_TERMS };
    const terms = await findGroupTerms(trx, reading, used.items, of);
    return terms.find((term) => term.rowKey === rowKey);
  };
  const found = await find('second');
  if (found) return found;
  const term = await find('first');
  if (!term) throw termNotFound();
  if (term.codedBy === userId) throw codedByYourself();
  const given = {
    sponsor_key: sponsorKey,
    second_code: request.code,
    second_by: userId,
    remark: remarkOf(request),
  };
  if (await hasSecondCode(trx, term, given)) return null;
  throw secondCodeNotNeeded();
}
