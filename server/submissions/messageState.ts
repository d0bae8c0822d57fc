/** The state of a message: the chart of `machines/submission-message`, stored as one word. */
import { transition, type EventFromLogic, type SnapshotFrom } from 'xstate';
import { submissionMessageMachine } from '../../machines/submission-message/submissionMessage.machine.ts';
import type { Trx } from '../storage/database.ts';
import { updateMessage, type Message } from './batch.store.ts';

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
