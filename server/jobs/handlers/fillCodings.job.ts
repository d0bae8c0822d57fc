/** Derives the terms to be coded of cases that were not looked at yet. */
import { fillCodings } from '../../coding/caseCodings.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues'>): RecurringJob => ({
  name: 'fill-codings',
  every: 60 * 60_000,
  run: (signal) => fillCodings(deps, signal),
});
