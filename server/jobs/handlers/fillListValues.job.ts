/** Takes in the values of items that lists are filtered by. */
import { fillListValues } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues'>): RecurringJob => ({
  name: 'fill-list-values',
  every: 1000,
  run: (signal) => fillListValues(deps, signal),
});
