/** When a submission is delayed, and which status a user may then set (specification sections 4 and 8). */
import { awaitsAnswer } from './batchStates.ts';

export const DELAYED_AFTER_MS = 48 * 60 * 60_000;

/** What a user may set instead of an answer. */
export const MANUAL_STATUSES = ['transmitted', 'accepted', 'rejected', 'notNeeded'] as const;
export type ManualStatus = (typeof MANUAL_STATUSES)[number];

/** What decides whether the status can be changed. */
export interface BatchStatusFacts {
  state: string;
  sentAt: Date | null;
  manualStatus: ManualStatus | null;
}

/** True 48 hours after the hand-over, as long as no answer came. Computed when it is read, never stored. */
export const isDelayed = ({ state, sentAt }: BatchStatusFacts, now: Date): boolean =>
  sentAt !== null && awaitsAnswer(state) && now.getTime() - sentAt.getTime() > DELAYED_AFTER_MS;

/** The state of a message with what its batch adds while no answer came: Delayed, or the status that a user has set. */
export const shownMessageState = (state: string, batch: BatchStatusFacts, now: Date): string => {
  if (state !== 'sent') return state;
  if (batch.manualStatus !== null && awaitsAnswer(batch.state)) return `manual.${batch.manualStatus}`;
  return isDelayed(batch, now) ? 'delayed' : state;
};

/** Only a delayed submission, or one with a manual status, may be given one; an answer ends that. */
export const isChangeable = (batch: BatchStatusFacts, now: Date): boolean =>
  awaitsAnswer(batch.state) && (batch.manualStatus !== null || isDelayed(batch, now));
