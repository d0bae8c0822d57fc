/** Answers that users bring in, assign or decide, and the status that they set where none came. */
import { readFile } from 'node:fs/promises';
import type {
  BodyOf,
  DataOf,
  decideMessage,
  listUnmatchedAnswers,
  readSubmissionComments,
  updateSubmissionComments,
  uploadAnswer,
} from '../../../shared/contract/index.ts';
import { isNeverSent } from '../../../shared/submission/batchStates.ts';
import { isChangeable, isDelayed, MANUAL_STATUSES } from '../../../shared/submission/delayed.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import { faultInWords } from '../../faultInWords.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import {
  answerNotFound,
  answerUnreadable,
  statusNotChangeable,
  submissionRefused,
  submissionStale,
} from '../../problems.ts';
import { findCounted } from '../../obligations/dueReports.store.ts';
import { lockProcess } from '../../processes/process.store.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { applyAnswer } from '../../submissions/applyAnswer.ts';
import {
  appendEvent,
  findAnswer,
  findMessages,
  updateBatch,
  updateMessage,
  type Batch,
} from '../../submissions/batch.store.ts';
import { findUnmatched, lockInbox, updateInbox } from '../../submissions/inbox.store.ts';
import { followVerdicts, type Verdict } from '../../submissions/corrections.ts';
import { applyToMessage } from '../../submissions/messageState.ts';
import { storeAnswers } from '../../submissions/obligation.store.ts';
import { readAnswer } from '../../submissions/readAnswer.ts';
import { takeAnswer, type AnswerWorld } from '../../submissions/receiveAnswers.ts';
import { refreshCases } from '../../submissions/refreshCases.ts';
import { appendRevision, findRevisions } from '../../submissions/revision.store.ts';
import { command, type Commander, type CommandWorld } from './batchCommands.service.ts';
import { seesUnmatched, visibleBatch } from './submissionAccess.ts';
import { isVisible } from './submissions.store.ts';

const MAX_UNMATCHED = 200;

/**
 * An answer to a batch that the user does not see waits in the inbox, as if there were no such batch. Throws 422
 * ANSWER_UNREADABLE: what a user uploads is not stored unless it is an acknowledgement.
 */
export async function takeUpload(
  world: AnswerWorld,
  user: SessionUser,
  { path, fileName, size }: Upload,
  signal: AbortSignal,
): Promise<DataOf<typeof uploadAnswer>> {
  const { sponsorKey, userName, userKey } = user;
  const read = await readAnswer(world, await readFile(path), { userKey, signal });
  if (read.problem !== null) throw answerUnreadable(read.problem);
  const fileKey = await world.files.putFile(path);
  const seesBatch = (trx: Trx, { batch_key }: Batch) => isVisible(trx, user, batch_key);
  const file = { sponsorKey, fileName, fileKey, size, read, userName, seesBatch };
  return { outcome: await takeAnswer(world, file) };
}

export const unmatchedAnswers = (
  { db }: DatabaseWorld,
  user: SessionUser,
  language: Language,
): Promise<DataOf<typeof listUnmatchedAnswers>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => ({
    listInfo: (seesUnmatched(user) ? await findUnmatched(trx, user.sponsorKey, MAX_UNMATCHED) : []).map(
      (one) => ({
        inboxKey: one.inbox_key,
        at: one.at.toISOString(),
        fileName: one.file_name,
        senderId: one.sender_id,
        batchNumber: one.batch_number,
        code: one.code,
        problem: faultInWords(one.problem ?? '', language),
      }),
    ),
  }));

/** Throws 404 ANSWER_NOT_FOUND, 422 ANSWER_UNREADABLE, and 409 SUBMISSION_REFUSED for a batch that cannot have been sent. */
export async function assign(
  world: AnswerWorld & FilesWorld,
  user: SessionUser,
  { inboxKey, batchKey, signal }: { inboxKey: number; batchKey: number; signal: AbortSignal },
): Promise<void> {
  const { sponsorKey, userName, userKey } = user;
  if (!seesUnmatched(user)) throw answerNotFound();
  const known = await inSponsor(world.db, sponsorKey, (trx) => lockInbox(trx, sponsorKey, inboxKey));
  const bytes = known && (await world.files.get(known.file_key));
  if (!bytes) throw answerNotFound();
  const { ack, problem } = await readAnswer(world, bytes, { userKey, signal });
  if (!ack) throw answerUnreadable(problem);
  await inSponsor(world.db, sponsorKey, async (trx) => {
    const file = await lockInbox(trx, sponsorKey, inboxKey);
    if (!file || file.batch_key !== null) throw answerNotFound();
    const batch = await visibleBatch(trx, user, batchKey);
    if (isNeverSent(batch.state)) throw submissionRefused(batch.state);
    const at = world.clock.now();
    await updateInbox(trx, sponsorKey, inboxKey, { batch_key: batchKey, assigned_name: userName });
    await appendEvent(trx, batch, { type: 'assigned', text: file.file_name, at, user_name: userName });
    await applyAnswer(trx, world, batch, { ack, fileKey: file.file_key, at });
  });
}

/** Answers of the receiver with the verdict of a user. */
const ANSWERS = {
  accepted: ['answer.accepted', 'answer.acceptedWithWarning'],
  rejected: ['answer.rejected'],
} as const;

/**
 * Of answers that contradict each other the message shows the last one with the verdict. Throws 409 SUBMISSION_REFUSED where the
 * answers left nothing open.
 */
export const decide = (
  deps: CommandWorld,
  commander: Commander,
  { seq, verdict, comments }: { seq: number } & BodyOf<typeof decideMessage>,
): Promise<void> =>
  command(deps, commander, async ({ trx, batch, at }) => {
    await lockProcess(trx, batch.sponsor_key, batch.process_key);
    const counted = await findCounted(trx, batch);
    const message = (await findMessages(trx, batch)).find((one) => one.seq === seq);
    if (!message || !(await applyToMessage(trx, message, `person.${verdict}`)))
      throw submissionRefused(message?.state ?? batch.state);
    const { code, text, answeredAt } = (await findAnswer(trx, message, ANSWERS[verdict])) ?? {
      code: message.answer_code,
      text: message.answer_text,
      answeredAt: message.answered_at ?? at,
    };
    await updateMessage(trx, message, { answer_code: code, answer_text: text, answered_at: answeredAt });
    const { userName } = commander.user;
    const type = `person.${verdict}`;
    await appendEvent(trx, batch, { seq, type, text: comments.trim(), at, user_name: userName });
    const isRejected = verdict === 'rejected';
    // as the receiver would have answered: it is what warnings look at
    const decided = { case_key: message.case_key, code: isRejected ? 'CR' : 'CA', text: comments.trim() };
    await storeAnswers(trx, batch, [decided], at);
    await refreshCases(trx, deps, batch, { counted, at });
    const words = text === null ? wordsOf(commander, comments) : { text };
    const verdicts = [{ message, isRejected, code: code ?? '', ...words }];
    await followVerdicts(trx, deps, batch, { verdicts, at });
  });

/** What a user says of a report for which the receiver gave no words. */
const wordsOf = ({ user, requestId }: Commander, comments: string): Pick<Verdict, 'text' | 'user'> => ({
  text: comments.trim(),
  user: { ...user, requestId },
});

const factsOf = ({ state, sent_at, manual_status }: Batch) => ({
  state,
  sentAt: sent_at,
  manualStatus: manual_status,
});

/** The status that a change replaces: what a user set, Delayed, or the state of the chart. */
const statusOf = (batch: Batch, now: Date): string =>
  batch.manual_status ?? (isDelayed(factsOf(batch), now) ? 'delayed' : batch.state);

export const readComments = (
  { db, clock }: Pick<CommandWorld, 'db' | 'clock'>,
  user: SessionUser,
  batchKey: number,
): Promise<DataOf<typeof readSubmissionComments>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    const now = clock.now();
    return {
      revisions: (await findRevisions(trx, batch)).map((one) => ({
        revisionNo: one.revision_no,
        comments: one.comment,
        batchStatus: one.new_status,
        originBatchStatus: one.old_status,
        at: one.at.toISOString(),
        userName: one.user_name,
      })),
      manualBatchStatusOptions: [...MANUAL_STATUSES],
      changeableStatus: isChangeable(factsOf(batch), now),
      originBatchStatus: statusOf(batch, now),
    };
  });

/** Throws 409 STATUS_NOT_CHANGEABLE, and SUBMISSION_STALE where the status is no longer the one that the user saw. */
export const updateComments = (
  deps: CommandWorld,
  commander: Commander,
  { comments, batchStatus, originBatchStatus }: BodyOf<typeof updateSubmissionComments>,
): Promise<void> =>
  command(deps, commander, async ({ trx, batch: seen, at }) => {
    await lockProcess(trx, seen.sponsor_key, seen.process_key);
    const batch = await visibleBatch(trx, commander.user, commander.batchKey);
    const counted = await findCounted(trx, batch);
    const before = statusOf(batch, at);
    const { userName } = commander.user;
    if (batchStatus !== null) {
      if (!isChangeable(factsOf(batch), at)) throw statusNotChangeable();
      if (before !== originBatchStatus) throw submissionStale();
      await updateBatch(trx, batch, { manual_status: batchStatus });
      await appendEvent(trx, batch, {
        type: 'manualStatus',
        code: batchStatus,
        text: comments.trim(),
        at,
        user_name: userName,
      });
    }
    await appendRevision(trx, batch, {
      comment: comments.trim(),
      old_status: batchStatus === null ? null : before,
      new_status: batchStatus,
      at,
      user_name: userName,
    });
    if (batchStatus === null) return;
    await refreshCases(trx, deps, batch, { counted, at });
    if (batchStatus !== 'accepted' && batchStatus !== 'rejected') return;
    const isRejected = batchStatus === 'rejected';
    const verdicts = (await findMessages(trx, batch)).map((message) => ({
      message,
      isRejected,
      code: '',
      ...wordsOf(commander, comments),
    }));
    await followVerdicts(trx, deps, batch, { verdicts, at });
  });
