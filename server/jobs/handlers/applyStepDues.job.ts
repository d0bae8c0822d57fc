/** Brings the due times of cases to what their workflow steps allow now. */
import { applyStepDues } from '../../workflow/stepDues.ts';
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

export const createJob = (deps: Pick<Deps, 'db'>): RecurringJob => ({
  name: 'apply-step-dues',
  every: 1000,
  run: (signal) => applyStepDues(deps, signal),
});
