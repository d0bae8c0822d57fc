/** Applies an acknowledgement to a batch, its messages and the due reports of its cases, in the caller's transaction. */
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { messageAnswers, unknownNumbers } from '../../shared/submission/messageAnswers.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import type { Trx } from '../storage/database.ts';
import {
  appendEvent,
  findMessages,
  updateBatch,
  updateMessage,
  type Batch,
  type Message,
} from './batch.store.ts';
import { applyToMessage } from './messageState.ts';
import { reopenObligation, storeAnswer } from './obligation.store.ts';
import { followVerdicts, type Verdict } from './corrections.ts';
import { refreshCasesOf } from './refreshCases.ts';
import { appendRevision } from './revision.store.ts';
import { sendToChart } from './sendToChart.ts';

interface Arrived {
  ack: Acknowledgement;
  fileKey: string;
  at: Date;
}

/** Later answers never lower a state: they are events, and a contradiction is a conflict of the message. */
export async function applyAnswer(
  trx: Trx,
  deps: AuditWorld & RefreshWorld,
  batch: Batch,
  arrived: Arrived,
): Promise<void> {
  const { ack, fileKey, at } = arrived;
  const outcome = await sendToChart(trx, batch, `answer ${fileKey}`, {
    type: ack.code === 'AR' ? 'answer.rejected' : 'answer.acknowledged',
    at,
  });
  await appendEvent(trx, batch, {
    type: outcome === 'applied' ? 'acknowledgement' : 'answer.later',
    code: ack.code,
    text: ack.text,
    at,
    remote_at: ack.sentAt,
    file_key: fileKey,
  });
  await endManualStatus(trx, batch, at);
  // the hand-over may have been noted by the event
  const messages = await findMessages(trx, batch);
  const sent = messages.map(({ seq, message_number, case_number }) => ({
    seq,
    messageNumber: message_number,
    caseNumber: case_number,
  }));
  const changed: (Verdict & Pick<Answer, 'verdict'>)[] = [];
  for (const answer of messageAnswers(ack, sent)) {
    const message = messages.find(({ seq }) => seq === answer.seq);
    if (message && (await applyToOne(trx, batch, message, { ...answer, at })))
      changed.push({ ...answer, message, isRejected: answer.verdict === 'rejected' });
  }
  for (const number of unknownNumbers(ack, sent))
    await appendEvent(trx, batch, { type: 'answer.unknownMessage', text: number, at, file_key: fileKey });
  await updateBatch(trx, batch, { answered_at: batch.answered_at ?? at });
  const isNews = outcome === 'applied' || batch.manual_status !== null;
  await refreshCasesOf(trx, deps, isNews ? messages : changed.map(({ message }) => message), at);
  const verdicts = changed.filter(({ verdict }) => verdict !== 'undecided');
  await followVerdicts(trx, deps, batch, { verdicts, at });
}

type Answer = ReturnType<typeof messageAnswers>[number] & { at: Date };

/** Whether it changes the message. */
async function applyToOne(trx: Trx, batch: Batch, message: Message, answer: Answer): Promise<boolean> {
  const { verdict, code, text, localNumber, at } = answer;
  const isChanged = await applyToMessage(trx, message, { type: `answer.${verdict}` });
  // a batch may have many answers, each about some of its messages
  if (!isChanged && verdict === 'undecided') return false;
  await appendEvent(trx, batch, { seq: message.seq, type: `answer.${verdict}`, code, text, at });
  if (!isChanged) return false;
  await updateMessage(trx, message, {
    answer_code: code,
    answer_text: text,
    local_number: localNumber ?? message.local_number,
    answered_at: at,
  });
  await storeAnswer(trx, { batch, caseKey: message.case_key, code, text: text ?? '', at });
  if (verdict === 'rejected' && batch.environment === 'production')
    await reopenObligation(trx, batch, message.case_key);
  return true;
}

/** An answer ends what a user set by hand; the revisions keep both. */
async function endManualStatus(trx: Trx, batch: Batch, at: Date): Promise<void> {
  if (batch.manual_status === null) return;
  await appendRevision(trx, batch, {
    comment: '',
    old_status: batch.manual_status,
    new_status: null,
    at,
    user_name: batch.receiver,
  });
  await updateBatch(trx, batch, { manual_status: null });
}
