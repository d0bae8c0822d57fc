/** Work of a job that another attempt cannot help where it is refused. */
import { Problem } from '../problems.ts';
import { FinalFailure } from './job.types.ts';

/**
 * Throws a `FinalFailure` for a problem that stays: the caller lacks access, or the source is gone. One that passes, such as
 * threads that have too much to do, stays a failure of this attempt.
 */
export async function refusedForGood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && !passes(error)) throw new FinalFailure(error.message, { cause: error });
    throw error;
  }
}

const TOO_MANY = 429;
const SERVER = 500;
const passes = ({ status }: Problem): boolean => status === TOO_MANY || status >= SERVER;
