/** Checks batches before they are sent, and freezes them. */
import { batchChecker as createJob } from '../../submissions/checkBatch.ts';

export { createJob };
