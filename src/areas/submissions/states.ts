/** Tones of states, and the state that is shown of a batch. */
import { awaitsAnswer } from '../../../shared/submission/batchStates.ts';
import type { Tone } from '../../components/index.ts';
import type { Batch } from './submissions.queries.ts';

/** What a batch passes through when nothing goes wrong, in order. */
export const MAIN_STATES = [
  'draft',
  'checking',
  'ready',
  'sending',
  'sent',
  'transmitted',
  'acknowledged',
] as const;

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
