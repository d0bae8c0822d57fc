/** Which invariants are checked after a step, and in what order. */
import type { Invariant } from './simulation.types.ts';

export interface CheckRange {
  /** the last step */
  steps: number;
  /** the first step that is checked */
  checkFrom: number;
}

/** After the last step the others follow those that are due: a run that fails before its end fails alike in its replay. */
export function dueInvariants<I extends Pick<Invariant, 'every' | 'always'>>(
  invariants: readonly I[],
  step: number,
  { steps, checkFrom }: CheckRange,
): readonly I[] {
  const due = invariants.filter(
    ({ every, always = false }) => step % every === 0 && (always || step >= checkFrom),
  );
  return step < steps ? due : [...due, ...invariants.filter((one) => !due.includes(one))];
}
