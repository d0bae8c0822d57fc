/** Tones of states, and the state that is shown of a batch. */
import { awaitsAnswer } from '../../../shared/submission/batchStates.ts';
import type { Tone } from '../../components/index.ts';
import type { Batch } from './submissions.queries.ts';

/** What a batch passes through when nothing goes wrong, in order. */
const MAIN_STATES = ['draft', 'checking', 'ready', 'sending', 'sent', 'transmitted', 'acknowledged'];
/** Nothing follows them. */
const BAD_ENDS = ['rejected', 'cancelled'];

/**
 * The states that a batch passes through, in order: one that is off the main way comes after those that were
 * `entered`, and before those that may still come.
 */
export function wayOf(state: string, entered: ReadonlySet<string>): string[] {
  if (MAIN_STATES.includes(state)) return MAIN_STATES;
  const reached = MAIN_STATES.findLastIndex((main) => entered.has(main)) + 1;
  const coming = BAD_ENDS.includes(state) ? [] : MAIN_STATES.slice(reached);
  return [...MAIN_STATES.slice(0, reached), state, ...coming];
}

const BATCH_TONES: Readonly<Record<string, Tone>> = {
  checkFailed: 'error',
  transportFailed: 'error',
  rejected: 'error',
  delayed: 'warning',
  acknowledged: 'success',
  cancelled: 'neutral',
  draft: 'neutral',
};
export const batchTone = (state: string): Tone => BATCH_TONES[state] ?? 'info';

/** A manual status takes the place of Delayed, Delayed that of the state of the chart. */
export const shownState = ({ state, delayed, manualStatus }: Batch): string => {
  if (manualStatus !== null && awaitsAnswer(state)) return `manual.${manualStatus}`;
  return delayed ? 'delayed' : state;
};
