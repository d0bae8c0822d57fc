/** Rolls up the counts of cases that saves have added to. */
import { rollUpCounts } from '../../projections/caseCounts.store.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db'>): RecurringJob => ({
  name: 'roll-up-counts',
  every: 60_000,
  run: () => rollUpCounts(deps),
});
