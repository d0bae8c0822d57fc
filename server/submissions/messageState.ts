/** The state of a message: the chart of `machines/submission-message`, stored as one word. */
import { transition, type EventFromLogic, type SnapshotFrom } from 'xstate';
import { submissionMessageMachine } from '../../machines/submission-message/submissionMessage.machine.ts';
import type { Trx } from '../storage/database.ts';
import { shownMessageState } from '../../shared/submission/delayed.ts';
import { updateMessage, type Message } from './batch.store.ts';
import type { SentMessage } from './earlier.store.ts';

type MessageEvent = EventFromLogic<typeof submissionMessageMachine>;

const snapshotOf = (state: string): SnapshotFrom<typeof submissionMessageMachine> =>
  submissionMessageMachine.resolveState({ value: state as never });

/** Applies the event and stores the next state; answers whether the state changed. */
export async function applyToMessage(trx: Trx, message: Message, event: MessageEvent): Promise<boolean> {
  const snapshot = snapshotOf(message.state);
  if (!snapshot.can(event)) return false;
  const [next] = transition(submissionMessageMachine, snapshot, event);
  await updateMessage(trx, message, { state: next.value });
  return true;
}

/** What users see of it: while no answer came, what the batch adds. */
export const shownStateOf = (
  { state, batch_state, sent_at, manual_status }: SentMessage,
  now: Date,
): string =>
  shownMessageState(state, { state: batch_state, sentAt: sent_at, manualStatus: manual_status }, now);
