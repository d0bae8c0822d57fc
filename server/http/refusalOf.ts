/** Of several things asked for in one call, each is done or refused by itself: what the refusal of one says. */
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

/** What the work brings, or the problem it was refused with. What nobody foresaw is thrown on. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
