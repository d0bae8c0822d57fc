/** Enqueues cases for warnings that were there before warnings were. */
import { watchAll } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db'>): RecurringJob => ({
  name: 'watch-cases',
  every: 60 * 60_000,
  run: (signal) => watchAll(deps, signal),
});
