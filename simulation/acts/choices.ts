/** What acts share: choosing, and telling what was done. */
import type { Account, Answer } from '../simulatedServer.ts';
import type { Deed, KnownVersion, Simulation } from '../simulation.types.ts';

/** Later than every save. */
export const LATER = '2999-01-01T00:00:00.000Z';

/** Of the versions mostly one that can be edited and, among these, mostly a recent one. */
export function anyVersion({ versions, chance }: Simulation): KnownVersion | undefined {
  const all = [...versions.values()];
  const open = all.filter(({ locked, deleted, superseded }) => !locked && !deleted && !superseded);
  const from = open.length > 0 && chance.percent(75) ? open : all;
  const recent = chance.percent(60) ? from.slice(-6) : from;
  return recent.length === 0 ? undefined : chance.pick(recent);
}

export const refusedAs = ({ status, errCode }: Answer<unknown>): string =>
  `${status} ${errCode ?? ''}`.trim();

/** The log line of what an account did. */
export const deed = (
  by: Account,
  what: string,
  answer: Answer<unknown>,
  touched: readonly number[],
): Deed => ({ what: `${by} ${what}: ${refusedAs(answer)}`, touched });
