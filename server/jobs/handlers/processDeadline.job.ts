/** Tells durable processes that their time is over. */
import type { Deps } from '../../deps.ts';
import { PROCESS_CHARTS } from '../../processes/charts.ts';
import { deadlineHandler } from '../../processes/taskHandler.ts';

export const createJob = (deps: Pick<Deps, 'clock'>) => deadlineHandler(deps, PROCESS_CHARTS);
