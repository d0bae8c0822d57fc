/** Ends exports whose server was cut off while it streamed the file. */
import { stopCutOffExports } from '../../lists/cutOffExports.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock'>): RecurringJob => ({
  name: 'stop-cut-off-exports',
  every: 60_000,
  run: () => stopCutOffExports(deps),
});
