/** The refusal of one of several things in a request, each of which is done or refused by itself. */
import type { Static } from 'typebox';
import type { Refusal as RefusalSchema } from '../../shared/contract/caseStatus.ts';
import { Problem } from '../problems.ts';
import type { Language } from './language.ts';
import { problemMessage } from './problemMessage.ts';

export type Refusal = Static<typeof RefusalSchema>;

/** The same words as the answer to a call about it alone. */
export const refusalOf = (problem: Problem, language: Language): Refusal => ({
  errCode: problem.errCode,
  errMsg: problemMessage(problem, language),
});

/** The result of the work, or the problem that refused it. Rethrows unexpected errors. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
