/** Work of a job that another attempt cannot help where it is refused. */
import { Problem } from '../problems.ts';
import { FinalFailure } from './job.types.ts';

/** Throws a `FinalFailure` for a problem: the caller lacks access, or the source is gone. */
export async function refusedForGood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new FinalFailure(error.message, { cause: error });
    throw error;
  }
}
