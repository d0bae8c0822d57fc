/** Takes the daily snapshots of monitoring. */
import type { Deps } from '../../deps.ts';
import { takeSnapshots } from '../../monitoring/takeSnapshots.ts';
import type { RecurringJob } from '../job.types.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

export const createJob = (deps: Pick<Deps, 'db' | 'clock'>): RecurringJob => ({
  name: 'take-snapshots',
  every: QUARTER_HOUR_MS,
  run: (signal) => takeSnapshots(deps, signal),
});
