/** Derives due reports again where other rules, or another calendar, apply than before. */
import { followRules } from '../../case-record/index.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues'>): RecurringJob => ({
  name: 'apply-deadline-rules',
  every: 1000,
  run: (signal) => followRules(deps, signal),
});
