/**
 * A rejection opens a task: a question at the field that the receiver names, to who made the batch, with the day until which
 * to correct it. It ends when the receiver accepts that report or a later one of the case, or rejects the next one. An answer
 * about an earlier report changes nothing of it. Of answers that contradict each other the rejection counts until a user decides.
 */
import { seesItem, type Sight } from '../../shared/blinding/sight.ts';
import { questionAfter } from '../../machines/case-question/caseQuestion.machine.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { answerCodesIn, answerCodesOf } from '../../shared/submission/answerCodes.ts';
import { correctionDay } from '../../shared/submission/correction.ts';
import { itemsNamedIn } from '../../shared/submission/messageAnswers.ts';
import { placeInCase } from '../../shared/submission/placeInCase.ts';
import { scopeOf } from '../accounts/scope.store.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { findUsersWith } from '../cases/lifecycle/editors.store.ts';
import { changeTime, findNewestVersion, lockCase } from '../cases/record/case.store.ts';
import { inScope } from '../cases/record/caseScope.store.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { openQuestion, recordStep, type QuestionStep } from '../questions/openQuestion.ts';
import { setQuestionState } from '../questions/questions.store.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import { updateMessage, type Batch, type Message } from './batch.store.ts';
import { findDueDay, findWithCorrections, lockCorrections } from './correction.store.ts';
import { findEarlier, isLater, receiverRefOf } from './earlier.store.ts';

type CorrectionWorld = AuditWorld & CatalogueWorld;

/** What became of a message. */
export interface Verdict {
  /** as it was before */
  message: Message;
  isRejected: boolean;
  code: string;
  text: string | null;
  /** who decides in words of their own; none: the words are those of the receiver */
  user?: { userKey: number; userId: string; userName: string; requestId: string };
}

/** Characters of a question. */
const MAX_TEXT = 1900;

/** Opens and ends tasks after the due reports were refreshed. A rehearsal leaves nothing to correct. */
export async function followVerdicts(
  trx: Trx,
  deps: CorrectionWorld,
  batch: Batch,
  { verdicts, at }: { verdicts: readonly Verdict[]; at: Date },
): Promise<void> {
  if (batch.environment === 'test' || verdicts.length === 0) return;
  const { sponsor_key: sponsorKey, environment } = batch;
  const to = receiverRefOf(deps.catalogue, batch);
  const rootCaseKeys = verdicts.map(({ message }) => message.root_case_key);
  const following = {
    batch,
    at,
    people: await findUsersWith(trx, { sponsorKey, at }, ['EDIT.SUBMISSION']),
    days: (await settingOf(trx, sponsorKey, 'editing')).value.correctionDays,
    today: dayAt(at.getTime(), (await settingOf(trx, sponsorKey, 'general')).value.timeZone),
    sent: await findEarlier(trx, { sponsorKey, rootCaseKeys, environment, ...to }),
  };
  const corrected = await findWithCorrections(trx, sponsorKey, to, rootCaseKeys);
  for (const verdict of verdicts) {
    const isOpen =
      corrected.has(verdict.message.root_case_key) && (await closeCorrections(trx, deps, following, verdict));
    if (verdict.isRejected && !isOpen) await openCorrection(trx, deps, following, verdict);
  }
}

interface Following {
  batch: Batch;
  at: Date;
  people: Awaited<ReturnType<typeof findUsersWith>>;
  days: number | null;
  today: string;
  /** what the receiver got of the cases, by case */
  sent: Awaited<ReturnType<typeof findEarlier>>;
}

/** The words of the receiver or of who decides, which any reader of the case understands as well as those of the product. */
const wordsOf = ({ receiver }: Batch, { code, text }: Verdict): string =>
  [receiver, code, text].filter(Boolean).join(' · ').slice(0, MAX_TEXT);

const takenBy = (
  batch: Batch,
  verdict: Verdict,
): Pick<QuestionStep, 'text' | 'by' | 'source' | 'requestId'> => ({
  text: wordsOf(batch, verdict),
  ...(verdict.user
    ? { by: verdict.user, source: 'screen', requestId: verdict.user.requestId }
    : {
        by: { userKey: null, userId: '', userName: batch.receiver },
        source: 'system',
        requestId: batch.process_key,
      }),
});

async function openCorrection(
  trx: Trx,
  deps: CorrectionWorld,
  { batch, at, people, days, today, sent }: Following,
  verdict: Verdict,
): Promise<void> {
  const { message } = verdict;
  const { sponsor_key: sponsorKey, receiver } = batch;
  const found = await lockCase(trx, sponsorKey, message.case_key);
  const newest = found?.latest ? found : found && (await findNewestVersion(trx, found));
  // what was withdrawn meanwhile is not to be corrected
  if (!found || !newest || newest.del_flag === 'Y' || newest.nullification === NULLIFICATION) return;
  const report = { versionNo: found.version_no, batchKey: batch.batch_key };
  const reports = sent.get(message.root_case_key) ?? [];
  // the receiver has a later one, or its rejection has opened the task
  if (reports.some((one) => one.state !== 'open' && isLater(one, report))) return;
  const mayCorrect = people.filter((one) => inScope(scopeOf(one), newest));
  const owner = mayCorrect.find(({ user_key }) => user_key === batch.created_by) ?? mayCorrect[0];
  if (!owner) return;
  const content = await readCaseContent(trx, sponsorKey, newest.case_key);
  const due = await findDueDay(trx, { sponsorKey, rootCaseKey: message.root_case_key, receiver });
  const questionKey = await openQuestion(trx, deps, {
    found: newest,
    rows: content.rows,
    address: addressFor(deps.catalogue, content, { sight: owner, region: batch.region }, verdict),
    asker: owner.user_key,
    addressee: owner.user_key,
    due: correctionDay({ due, today, days }),
    at,
    ...takenBy(batch, verdict),
  });
  await updateMessage(trx, message, { correction_key: questionKey });
}

/** The first place that the answer names and the owner may see; else the number of the case. */
function addressFor(
  { whole }: CatalogueSource,
  { rows }: CaseContent,
  { sight, region }: { sight: Sight; region: string },
  { text }: Verdict,
): ItemAddress {
  const { items, roles } = whole;
  const maySee = (itemId: string) => items[itemId] !== undefined && seesItem(whole, sight, itemId);
  const named = [
    ...answerCodesIn(text ?? '', answerCodesOf(whole, region)),
    ...itemsNamedIn(text ?? '', maySee).map((itemId) => ({ itemId, rows: [] })),
  ];
  for (const { itemId, rows: places } of named) {
    const item = itemId !== null && maySee(itemId) ? items[itemId] : undefined;
    const address = item && placeInCase(item, rows, places);
    if (address) return address;
  }
  return { itemId: roles['caseNumber'] ?? '', rowNo: 0, rowNo2: 0, rowNo3: 0 };
}

/** Answers whether the task of a rejection that a user has confirmed is open, and stays. */
async function closeCorrections(
  trx: Trx,
  deps: CorrectionWorld,
  { batch, at }: Following,
  verdict: Verdict,
): Promise<boolean> {
  const { sponsor_key: sponsorKey } = batch;
  const { root_case_key: rootCaseKey, case_key: caseKey, state } = verdict.message;
  const found = await lockCase(trx, sponsorKey, caseKey);
  if (!found) return false;
  const isConfirmed = verdict.isRejected && state === 'conflict';
  let stays = false;
  const report = { versionNo: found.version_no, batchKey: batch.batch_key };
  const of = { sponsorKey, rootCaseKey, ...receiverRefOf(deps.catalogue, batch) };
  for (const question of await lockCorrections(trx, of)) {
    if (isLater(question, report)) continue;
    if (isConfirmed && !isLater(report, question)) {
      stays = true;
      continue;
    }
    const closedAt = changeTime(at, question.changed_at);
    const rights = { isAsker: true, isAddressee: true, mayEdit: true };
    await setQuestionState(trx, question, questionAfter(question.state, rights, 'close'), closedAt);
    const { question_key: questionKey, item_id: itemId, page, row_no, row_no2, row_no3 } = question;
    const address = { itemId, rowNo: row_no, rowNo2: row_no2, rowNo3: row_no3 };
    await recordStep(
      trx,
      deps,
      { found, questionKey, address, page, at: closedAt },
      { type: 'close', before: question.state, ...takenBy(batch, verdict) },
    );
  }
  return stays;
}
