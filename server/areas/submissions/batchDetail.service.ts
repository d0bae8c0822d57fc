/** A batch as its pages show it. */
import type {
  DataOf,
  readSubmission,
  readSubmissionCheck,
  listSubmissionsOfCase,
} from '../../../shared/contract/index.ts';
import { itemPath } from '../../../shared/case/itemLink.ts';
import { answerCodesIn, answerCodesOf } from '../../../shared/submission/answerCodes.ts';
import { CHECK_IDS } from '../../../shared/submission/checkIds.ts';
import { isDelayed } from '../../../shared/submission/delayed.ts';
import { itemsNamedIn } from '../../../shared/submission/messageAnswers.ts';
import { PRETEND_ANSWERS } from '../../../shared/submission/pretendAnswers.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { findProcess } from '../../processes/process.store.ts';
import type { Process, ProcessChart } from '../../processes/process.types.ts';
import { takenBy } from '../../processes/transition.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { isSigned } from '../../submissions/signing.ts';
import { findAttempts, findEvents, findMessages, type Batch } from '../../submissions/batch.store.ts';
import { findFindings, type StoredFinding } from '../../submissions/check.store.ts';
import { QUOTING } from '../../submissions/checks/checkFinding.ts';
import { findSentOf } from '../../submissions/earlier.store.ts';
import { shownStateOf } from '../../submissions/messageState.ts';
import { SUBMISSION_BATCH } from '../../submissions/submission.process.ts';
import type { SubmissionBatchContext } from '../../../machines/submission-batch/submissionBatch.machine.ts';
import { seesAllOf } from '../../cases/record/quotedText.store.ts';
import { visibleBatch } from './submissionAccess.ts';
import { findCasesOf } from './submissions.store.ts';

type DetailWorld = CatalogueWorld & ClockWorld & DatabaseWorld;
type Detail = DataOf<typeof readSubmission>;

interface Reader {
  user: SessionUser;
  language: Language;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const readBatch = (deps: DetailWorld, { user, language }: Reader, batchKey: number): Promise<Detail> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    const process = await findProcess(trx, batch.sponsor_key, batch.process_key);
    const cases = await findCasesOf(trx, batch);
    const attempts = await findAttempts(trx, batch);
    const events = await findEvents(trx, batch);
    // an answer may quote what the batch holds
    const hidesTexts = !seesAllOf(batch, user);
    const quoted = (text: string | null) => (hidesTexts ? null : text);
    return {
      ...factsOf(batch, deps.clock.now()),
      hidesTexts,
      isSigned: await isSigned(trx, batch.sponsor_key),
      ...progressOf(process),
      messages: cases.map((one) => ({
        seq: one.seq,
        caseKey: one.case_key,
        caseNo: one.case_no,
        versionNo: one.version_no,
        kind: one.kind,
        state: one.state,
        messageNumber: one.message_number,
        predicted: one.predicted && {
          verdict: one.predicted.verdict,
          items: namedItems(
            deps,
            language,
            one.predicted.items.filter((itemId) => maySee(deps, user, itemId)),
          ),
        },
        answerCode: one.answer_code,
        answerText: quoted(one.answer_text),
        ...namedIn(deps, language, quoted(one.answer_text) ?? '', batch.region),
        localNumber: one.local_number,
        correctBy: one.state === 'rejected' ? (one.correction_due ?? one.due) : null,
        correction: correctionOf(deps, one),
        answeredAt: iso(one.answered_at),
        lateReport: one.late_report,
      })),
      attempts: attempts.map((one) => ({
        attemptNo: one.attempt_no,
        startedAt: one.started_at.toISOString(),
        endedAt: iso(one.ended_at),
        outcome: one.outcome,
        message: one.message,
      })),
      events: events.map((one) => ({
        eventKey: one.event_key,
        seq: one.seq,
        type: one.type,
        code: one.code,
        text: quoted(one.text),
        at: one.at.toISOString(),
        remoteAt: one.remote_at,
        userName: one.user_name,
        fileKey: quoted(one.file_key),
      })),
    };
  });

type Progress = Pick<Detail, 'takes' | 'sending' | 'awaitsPerson' | 'nextTryAt'>;

type Facts = Omit<Detail, 'isSigned' | 'hidesTexts' | 'messages' | 'attempts' | 'events' | keyof Progress>;

const factsOf = (batch: Batch, now: Date): Facts => ({
  batchKey: batch.batch_key,
  receiver: batch.receiver,
  sender: batch.sender_id,
  environment: batch.environment,
  transport: batch.transport,
  pretend: PRETEND_ANSWERS.find((one) => one === batch.pretend) ?? null,
  notation: batch.notation,
  batchNumber: batch.batch_number,
  state: batch.state,
  delayed: isDelayed({ state: batch.state, sentAt: batch.sent_at, manualStatus: batch.manual_status }, now),
  manualStatus: batch.manual_status,
  fault: batch.fault,
  fileKey: batch.file_key,
  fileSize: batch.file_size,
  frozenAt: iso(batch.frozen_at),
  catalogueVersion: batch.catalogue_version,
  dictionaries: batch.dictionaries,
  createdAt: batch.created_at.toISOString(),
  createdName: batch.created_name,
  confirmedAt: iso(batch.confirmed_at),
  confirmedName: batch.confirmed_name,
  comment: batch.comment,
  sentAt: iso(batch.sent_at),
  answeredAt: iso(batch.answered_at),
});

/** The process of a batch that ended long ago is removed; the batch keeps its state. */
function progressOf(process: Process | undefined): Progress {
  if (process?.status !== 'active') return { takes: [], sending: null, awaitsPerson: false, nextTryAt: null };
  const { state, context } = process;
  const inner = typeof state === 'object' && 'sending' in state ? state.sending : null;
  const sending = typeof inner === 'string' ? inner : null;
  return {
    takes: takenBy(SUBMISSION_BATCH as ProcessChart, process),
    sending,
    awaitsPerson: sending === 'awaitingPerson',
    nextTryAt: (context as SubmissionBatchContext).nextTryAt,
  };
}

/** The task of a rejection, with the way to its field. */
function correctionOf(
  { catalogue: { whole } }: CatalogueWorld,
  one: Awaited<ReturnType<typeof findCasesOf>>[number],
): Detail['messages'][number]['correction'] {
  const { correction_state: state, case_key: caseKey, item_id: itemId, row_no, row_no2, row_no3 } = one;
  if (state === null || itemId === null) return null;
  const address = { itemId, rowNo: row_no ?? 0, rowNo2: row_no2 ?? 0, rowNo3: row_no3 ?? 0 };
  return { state, path: itemPath(whole, caseKey, address) ?? `case/${caseKey}/detail` };
}

/** The codes and the items that the text of an answer names, each item with its page. */
function namedIn(
  { catalogue: { whole } }: CatalogueWorld,
  language: Language,
  text: string,
  region: string,
): Pick<Detail['messages'][number], 'codes' | 'items'> {
  const codes = answerCodesIn(text, answerCodesOf(whole, region));
  const named = itemsNamedIn(text, (itemId) => Object.hasOwn(whole.items, itemId));
  const itemIds = new Set([...codes.flatMap(({ itemId }) => itemId ?? []), ...named]);
  return {
    codes: codes.map(({ itemId: _, rows, words, ...code }) => ({
      ...code,
      rows: [...rows],
      words: words?.[language] ?? null,
    })),
    items: namedItems({ catalogue: { whole } }, language, [...itemIds]),
  };
}

const namedItems = (
  { catalogue: { whole } }: { catalogue: Pick<CatalogueWorld['catalogue'], 'whole'> },
  language: Language,
  itemIds: readonly string[],
) =>
  itemIds.flatMap((itemId) => {
    const item = whole.items[itemId];
    return item ? [{ itemId, page: item.page, label: item.label[language] }] : [];
  });

/** The findings of the last check; for users who may not see blinded items none that is about one, or could quote one. */
export const readCheck = (
  deps: DetailWorld,
  { user, language }: Reader,
  batchKey: number,
): Promise<DataOf<typeof readSubmissionCheck>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    const found = await findFindings(trx, batch, batch.check_no);
    const caseOf = new Map((await findMessages(trx, batch)).map(({ seq, case_key }) => [seq, case_key]));
    const mayQuote = seesAllOf(batch, user);
    return {
      checkedAt: iso(batch.checked_at),
      findings: found
        .filter(({ item_id, rule_id }) =>
          item_id === null ? mayQuote || !QUOTING.has(rule_id) : maySee(deps, user, item_id),
        )
        .map((row) => findingOf(deps, language, row, caseOf.get(row.seq ?? 0))),
    };
  });

function findingOf(
  { catalogue: { whole } }: CatalogueWorld,
  language: Language,
  row: StoredFinding,
  caseKey: number | undefined,
): DataOf<typeof readSubmissionCheck>['findings'][number] {
  const checkId = CHECK_IDS.find((one) => one === row.check_id);
  if (!checkId) throw new Error(`there is no check '${row.check_id}'`);
  return {
    findingKey: row.finding_key,
    seq: row.seq,
    checkId,
    severity: row.severity,
    ruleId: row.rule_id,
    message: row.message,
    item: placeOf(whole, language, row, caseKey),
    reason: row.reason,
    reasonName: row.reason_name,
  };
}

/** The field of a finding; null: it is about no item. */
function placeOf(
  whole: CatalogueWorld['catalogue']['whole'],
  language: Language,
  { item_id: itemId, row_no: rowNo, row_no2: rowNo2, row_no3: rowNo3 }: StoredFinding,
  caseKey: number | undefined,
) {
  const item = itemId === null ? undefined : whole.items[itemId];
  if (!item) return null;
  const address = { itemId: item.itemId, rowNo, rowNo2, rowNo3 };
  return {
    itemId: item.itemId,
    label: item.label[language],
    row: [rowNo, rowNo2, rowNo3].filter((no) => no > 0).join('.'),
    path: caseKey === undefined ? null : itemPath(whole, caseKey, address),
  };
}

export const submissionsOfCase = (
  { db, clock }: ClockWorld & DatabaseWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof listSubmissionsOfCase>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const { root_case_key: rootCaseKey } = await findVisibleCase(trx, user, caseKey);
    const found = await findSentOf(trx, user.sponsorKey, rootCaseKey);
    const now = clock.now();
    return {
      listInfo: found.map((one) => ({
        batchKey: one.batch_key,
        receiver: one.receiver,
        versionNo: one.version_no,
        kind: one.kind,
        state: shownStateOf(one, now),
        sentAt: iso(one.sent_at),
        answeredAt: iso(one.answered_at),
        answerCode: one.answer_code,
        answerText: seesAllOf(one, user) ? one.answer_text : null,
      })),
    };
  });
