/** Decisions about several jobs, one call each: what another operator decided meanwhile does not stop the rest. */
import { discardDeadLetter, retryDeadLetter } from '../../../shared/contract/index.ts';
import { call, CallFailure } from '../../api/index.ts';

const ALREADY_DECIDED = 'DEAD_LETTER_NOT_FOUND';

/** A reason discards the jobs; null runs them again. */
export interface JobDecision {
  jobKeys: readonly number[];
  reason: string | null;
}

export interface DecidedJobs {
  done: number;
  /** no longer failed: decided by another user */
  alreadyDecided: number;
}

/** Throws the first failure of another kind; what was decided before it stays. */
export async function decideJobs({ jobKeys, reason }: JobDecision): Promise<DecidedJobs> {
  const decided = { done: 0, alreadyDecided: 0 };
  for (const jobKey of jobKeys)
    try {
      await decideJob(jobKey, reason);
      decided.done += 1;
    } catch (error) {
      if (!(error instanceof CallFailure) || error.errCode !== ALREADY_DECIDED) throw error;
      decided.alreadyDecided += 1;
    }
  return decided;
}

const decideJob = (jobKey: number, reason: string | null) =>
  reason === null
    ? call(retryDeadLetter, { params: { jobKey } })
    : call(discardDeadLetter, { params: { jobKey }, body: { reason } });
