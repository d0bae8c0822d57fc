/** The tasks of schemas.thread.ts. */
import { threadTask } from '../../threads/threadTask.ts';
import type { check, impact, trial } from './schemas.thread.ts';

const file = new URL('./schemas.thread.ts', import.meta.url);
/** A thread that was ended needs longer for the next check than one that may finish what it is at. */
const limits = { seconds: 30, threads: 2, graceMs: 3000 };

export const checkTask = threadTask<typeof check>(file, 'check', limits);
export const trialTask = threadTask<typeof trial>(file, 'trial', limits);
export const impactTask = threadTask<typeof impact>(file, 'impact', limits);
