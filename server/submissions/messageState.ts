/** The state of a message: the chart of `machines/submission-message`, stored as one word. */
import { transition, type EventFromLogic } from 'xstate';
import { submissionMessageMachine } from '../../machines/submission-message/submissionMessage.machine.ts';
import type { Trx } from '../storage/database.ts';
import { shownMessageState } from '../../shared/submission/delayed.ts';
import { findMessages, updateMessage, updateMessages, type BatchRef, type Message } from './batch.store.ts';
import type { SentMessage } from './earlier.store.ts';

type MessageEvent = EventFromLogic<typeof submissionMessageMachine>;

/** by state and event: a batch has a thousand messages, and asking the chart for each would take seconds */
const known = new Map<string, string | null>();

/** The state after the event; null: the state does not take it. State and event alone decide: the chart has no context. */
export function stateAfter({ state }: Pick<Message, 'state'>, type: MessageEvent['type']): string | null {
  const key = `${state} ${type}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const snapshot = submissionMessageMachine.resolveState({ value: state as never });
  const event = { type };
  const next = snapshot.can(event) ? transition(submissionMessageMachine, snapshot, event)[0].value : null;
  known.set(key, next);
  return next;
}

/** Applies the event and stores the next state; answers whether the state changed. */
export async function applyToMessage(
  trx: Trx,
  message: Message,
  type: MessageEvent['type'],
): Promise<boolean> {
  const state = stateAfter(message, type);
  if (state === null) return false;
  await updateMessage(trx, message, { state });
  return true;
}

/** The same for all messages of a batch, in one statement for each state. */
export async function applyToMessages(trx: Trx, batch: BatchRef, type: MessageEvent['type']): Promise<void> {
  const after = Map.groupBy(await findMessages(trx, batch), (message) => stateAfter(message, type));
  for (const [state, messages] of after)
    if (state !== null)
      await updateMessages(
        trx,
        batch,
        messages.map(({ seq }) => seq),
        { state },
      );
}

/** What users see of it: while no answer came, what the batch adds. */
export const shownStateOf = (
  { state, batch_state, sent_at, manual_status }: SentMessage,
  now: Date,
): string =>
  shownMessageState(state, { state: batch_state, sentAt: sent_at, manualStatus: manual_status }, now);
