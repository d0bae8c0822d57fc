/** Reads large answers of sources in a worker thread. */
import { threadFunction } from '../threads/threadTask.ts';
import { readAnswer } from './readAnswer.ts';

export const read = threadFunction(readAnswer);
