/** Finds adverse events of studies after their sources were read. */
import { eventFinder as createJob } from '../../sync/findJob.ts';

export { createJob };
