/** Decisions about several jobs, one call each: what is refused, or was decided by another operator, does not stop the rest. */
import { discardDeadLetter, retryDeadLetter } from '../../../shared/contract/index.ts';
import { call, CallFailure } from '../../api/index.ts';

const ALREADY_DECIDED = 'DEAD_LETTER_NOT_FOUND';
const CONFLICT = 409;

/** A reason discards the jobs; null runs them again. */
export interface JobDecision {
  jobKeys: readonly number[];
  reason: string | null;
}

export interface DecidedJobs {
  done: number;
  /** no longer failed: decided by another user */
  alreadyDecided: number;
  /** jobs that have to be decided otherwise, by what the server says of them */
  refused: ReadonlyMap<string, number>;
}

/** Throws the first failure that is no answer about a job; what was decided before it stays. */
export async function decideJobs({ jobKeys, reason }: JobDecision): Promise<DecidedJobs> {
  const refused = new Map<string, number>();
  const decided = { done: 0, alreadyDecided: 0, refused };
  for (const jobKey of jobKeys)
    try {
      await decideJob(jobKey, reason);
      decided.done += 1;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.errCode === ALREADY_DECIDED) decided.alreadyDecided += 1;
      else if (error.status === CONFLICT) refused.set(error.errMsg, (refused.get(error.errMsg) ?? 0) + 1);
      else throw error;
    }
  return decided;
}

const decideJob = (jobKey: number, reason: string | null) =>
  reason === null
    ? call(retryDeadLetter, { params: { jobKey } })
    : call(discardDeadLetter, { params: { jobKey }, body: { reason } });
