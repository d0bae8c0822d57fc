/** Derives the warnings of cases that were written. */
import { deriveWarnings } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues' | 'clock'>): RecurringJob => ({
  name: 'derive-warnings',
  every: 1000,
  run: (signal) => deriveWarnings(deps, signal),
});
