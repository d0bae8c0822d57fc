/** Deletes recommended codes that are older than any open page. */
import { forgetRecommendations } from '../../coding/requestChoice.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock'>): RecurringJob => ({
  name: 'forget-recommendations',
  every: 60 * 60_000,
  run: () => forgetRecommendations(deps),
});
