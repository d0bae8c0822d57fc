/** The verification of one case, which runs in a worker thread where the case is large. */
import { caseTask } from '../whole-case/wholeCaseWork.ts';
import type { verify } from './verification.thread.ts';
import { verifyStoredCase } from './verifyStoredCase.ts';

export const verification = {
  run: verifyStoredCase,
  task: caseTask<typeof verify>(new URL('./verification.thread.ts', import.meta.url), 'verify'),
};
