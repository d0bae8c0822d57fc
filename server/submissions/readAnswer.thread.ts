/** Reads large answers of receivers in a worker thread. */
import { threadFunction } from '../threads/threadTask.ts';
import { readBytes } from './readBytes.ts';

export const read = threadFunction(readBytes);
