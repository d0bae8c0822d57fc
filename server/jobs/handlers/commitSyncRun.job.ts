/** Writes selections of adverse events of studies into cases. */
import { caseCommitter as createJob } from '../../sync/syncRun.process.ts';

export { createJob };
