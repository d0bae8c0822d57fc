/** Batches of large cases, or of many, in a worker thread. */
import { caseFunction } from '../whole-case/caseThread.ts';
import { threadFiles } from '../whole-case/threadFiles.ts';
import { checkCases, type BatchToCheck } from './checkCases.ts';

export const check = caseFunction(async (world, batch: BatchToCheck) =>
  checkCases({ ...world, files: await threadFiles(world.settings) }, batch),
);
