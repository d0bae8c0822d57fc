/** Rebuilds projections of cases that are stale: users wait for those of a case that was just saved. */
import type { Deps } from '../../deps.ts';
import { backfillProjections, type BackfillWorld } from '../../projections/backfillProjections.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, keyof BackfillWorld>): RecurringJob => ({
  name: 'backfill-projections',
  every: 1000,
  run: (signal) => backfillProjections(deps, signal),
});
