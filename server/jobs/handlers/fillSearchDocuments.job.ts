/** Derives the search documents of cases that have none yet. */
import { deriveMissing } from '../../duplicates/searchFollower.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Deps): RecurringJob => ({
  name: 'fill-search-documents',
  every: 60 * 60_000,
  run: (signal) => deriveMissing(deps, signal),
});
