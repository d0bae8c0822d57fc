/** What acts share: choosing, and telling what was done. */
import type { Account, Answer } from '../simulatedServer.ts';
import type { Deed, KnownVersion, Simulation } from '../simulation.types.ts';

/** Later than every save. */
export const LATER = '2999-01-01T00:00:00.000Z';

/** Whether the version can be edited. */
export const isOpen = ({ locked, deleted, superseded }: KnownVersion): boolean =>
  !locked && !deleted && !superseded;

/** Of the versions mostly one that can be edited and, among these, mostly a recent one. */
export function anyVersion({ versions, chance }: Simulation): KnownVersion | undefined {
  const all = [...versions.values()];
  const open = all.filter(isOpen);
  const from = open.length > 0 && chance.percent(75) ? open : all;
  const recent = chance.percent(60) ? from.slice(-6) : from;
  return recent.length === 0 ? undefined : chance.pick(recent);
}

export const refusedAs = ({ status, errCode }: Answer<unknown>): string =>
  `${status} ${errCode ?? ''}`.trim();

/** Of everything that is done in the step. */
export const reasonOf = ({ step }: Simulation): string => `Simulated in step ${step}`;

/** What an account did without a trace in the audit trail. */
export const deed = (
  by: Account,
  what: string,
  answer: Answer<unknown>,
  touched: readonly number[],
): Deed => ({ what: `${by} ${what}: ${refusedAs(answer)}`, touched, isIdle: !answer.success });

/** The same, with its trace in the audit trail. */
export const tracedDeed = (
  simulation: Simulation,
  by: Account,
  what: string,
  answer: Answer<unknown>,
  touched: readonly number[],
  reason = reasonOf(simulation),
): Deed => ({ ...deed(by, what, answer, touched), traced: { by, reason } });

/** What an account read. */
export const reading = (by: Account, what: string, answer: Answer<unknown>): Deed => ({
  ...deed(by, what, answer, []),
  isIdle: true,
});
