/** Rebuilds projections of cases that are stale: users wait for those of a case that was just saved. */
import type { Deps } from '../../deps.ts';
import {
  backfillProjections,
  type BackfillWorld,
  type OtherThread,
} from '../../projections/backfillProjections.ts';
import { Problem } from '../../problems.ts';
import { areLargeNow, isOneLargeNow } from '../../whole-case/caseSizes.ts';
import { caseTask, runCaseTask } from '../../whole-case/wholeCaseWork.ts';
import type { step } from '../backfill.thread.ts';
import type { RecurringJob } from '../job.types.ts';

type World = Pick<Deps, Exclude<keyof BackfillWorld, 'otherThread'> | 'config' | 'threads'>;

const task = caseTask<typeof step>(new URL('../backfill.thread.ts', import.meta.url), 'step');
/** The product itself. */
const NO_USER = 0;
const NOTHING_DONE = { found: false, count: 0 };

export const createJob = (deps: World): RecurringJob => ({
  name: 'backfill-projections',
  every: 1000,
  run: (signal) => backfillProjections({ ...deps, otherThread: otherThread(deps, signal) }, signal),
});

const otherThread = (deps: World, signal: AbortSignal): OtherThread => ({
  // who waits for a worker waits for no answer: it takes as many cases at a time as take a tenth of a second
  areLarge: deps.config.role === 'worker' ? isOneLargeNow : areLargeNow,
  takeStep: async (catalogue, taken) => {
    try {
      return await runCaseTask({ ...deps, catalogue }, task, [taken], { userKey: NO_USER, signal });
    } catch (error) {
      // all threads are busy, or the process stops: the next round takes the step again
      if (error instanceof Problem && error.errCode === 'TOO_BUSY') return NOTHING_DONE;
      throw error;
    }
  },
});
