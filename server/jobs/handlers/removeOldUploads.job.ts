/** Removes the upload folders of processes that were killed. */
import type { Deps } from '../../deps.ts';
import type { RecurringJob } from '../job.types.ts';

const HOUR_MS = 60 * 60_000;
/** longer than any upload is received and processed */
const KEEP_MS = 24 * HOUR_MS;

export const createJob = ({ uploads }: Pick<Deps, 'uploads'>): RecurringJob => ({
  name: 'remove-old-uploads',
  every: HOUR_MS,
  // the times of files are those of the machine
  run: () => uploads.folders.removeUnusedSince(new Date(Date.now() - KEEP_MS)),
});
