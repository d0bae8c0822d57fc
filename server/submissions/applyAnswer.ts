/** Applies an acknowledgement to a batch, its messages and the due reports of its cases, in the caller's transaction. */
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { messageAnswers, unknownNumbers } from '../../shared/submission/messageAnswers.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { findCounted } from '../obligations/dueReports.store.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import type { Trx } from '../storage/database.ts';
import {
  appendEvent,
  appendEvents,
  findMessages,
  putAnswers,
  updateBatch,
  type Batch,
  type Message,
} from './batch.store.ts';
import { lockBatch } from './lockBatch.ts';
import { endManualStatus } from './manualStatus.ts';
import { stateAfter } from './messageState.ts';
import { storeAnswers } from './obligation.store.ts';
import { followVerdicts } from './corrections.ts';
import { refreshCases } from './refreshCases.ts';
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
  answered: Batch,
  arrived: Arrived,
): Promise<void> {
  const { ack, fileKey, at } = arrived;
  const batch = await lockBatch(trx, answered);
  const counted = await findCounted(trx, batch);
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
  const changed = await answerMessages(trx, batch, arrived);
  await updateBatch(trx, batch, { answered_at: batch.answered_at ?? at });
  const verdicts = changed
    // an acceptance that contradicts a rejection ends no task before a user decides
    .filter(
      ({ verdict, state }) => verdict === 'rejected' || (verdict !== 'undecided' && state !== 'conflict'),
    )
    .map((answer) => ({ ...answer, isRejected: answer.verdict === 'rejected' }));
  await refreshCases(trx, deps, batch, { counted, at });
  await followVerdicts(trx, deps, batch, { verdicts, at });
}

type Answer = ReturnType<typeof messageAnswers>[number] & { message: Message };

/** Answers what changes messages. */
async function answerMessages(
  trx: Trx,
  batch: Batch,
  { ack, fileKey, at }: Arrived,
): Promise<(Answer & { state: string })[]> {
  // the hand-over may have been noted by the event
  const messages = new Map((await findMessages(trx, batch)).map((message) => [message.seq, message]));
  const sent = [...messages.values()].map(({ seq, message_number, case_number }) => ({
    seq,
    messageNumber: message_number,
    caseNumber: case_number,
  }));
  const answers = messageAnswers(ack, sent).flatMap((answer) => {
    const message = messages.get(answer.seq);
    return message ? [{ ...answer, message, state: stateAfter(message, `answer.${answer.verdict}`) }] : [];
  });
  const changed = answers.flatMap(({ state, ...answer }) => (state === null ? [] : [{ ...answer, state }]));
  await appendEvents(trx, batch, [
    ...answers
      // a batch may have many answers, each about some of its messages
      .filter(({ state, verdict }) => state !== null || verdict !== 'undecided')
      .map(({ seq, verdict, code, text }) => ({ seq, type: `answer.${verdict}`, code, text, at })),
    ...unknownNumbers(ack, sent).map((text) => ({
      type: 'answer.unknownMessage',
      text,
      at,
      file_key: fileKey,
    })),
  ]);
  const stored = changed.map(({ seq, state, code, text, localNumber }) => ({
    seq,
    state,
    answer_code: code,
    answer_text: text,
    local_number: localNumber,
    answered_at: at,
  }));
  await putAnswers(trx, batch, stored);
  const shown = changed.map(({ message, code, text }) => ({
    case_key: message.case_key,
    code,
    text: text ?? '',
  }));
  await storeAnswers(trx, batch, shown, at);
  return changed;
}
