/** Updates list columns of stored records after schema files have changed. */
import type { Deps } from '../../deps.ts';
import { refreshSummaries } from '../../records/refreshSummaries.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues'>): RecurringJob => {
  const done = new Map<number, string>();
  return {
    name: 'refresh-record-summaries',
    every: 5000,
    run: (signal) => refreshSummaries(deps, done, signal),
  };
};
