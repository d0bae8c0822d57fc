/** Rebuilds projections of cases that are stale: users wait for those of a case that was just saved. */
import type { Deps } from '../../deps.ts';
import {
  backfillProjections,
  type BackfillWorld,
  type OtherThread,
} from '../../projections/backfillProjections.ts';
import { areLarge, caseTask, runCaseTask } from '../../whole-case/wholeCaseWork.ts';
import type { step } from '../backfill.thread.ts';
import type { RecurringJob } from '../job.types.ts';

type World = Pick<Deps, Exclude<keyof BackfillWorld, 'otherThread'> | 'threads'>;

const task = caseTask<typeof step>(new URL('../backfill.thread.ts', import.meta.url), 'step');
/** The product itself. */
const NO_USER = 0;

export const createJob = (deps: World): RecurringJob => ({
  name: 'backfill-projections',
  every: 1000,
  run: (signal) => backfillProjections({ ...deps, otherThread: otherThread(deps, signal) }, signal),
});

const otherThread = (deps: World, signal: AbortSignal): OtherThread => ({
  areLarge: (sponsorKey, caseKeys) => areLarge(deps, { sponsorKey, caseKeys }),
  takeStep: (catalogue, taken) =>
    runCaseTask({ ...deps, catalogue }, task, [taken], { userKey: NO_USER, signal }),
});
