/** Tells durable processes that they come of a backup. */
import type { Deps } from '../../deps.ts';
import { PROCESS_CHARTS } from '../../processes/charts.ts';
import { restoredHandler } from '../../processes/taskHandler.ts';

export const createJob = (deps: Pick<Deps, 'clock'>) => restoredHandler(deps, PROCESS_CHARTS);
