/** Hands batches over to receivers. */
import { batchSender as createJob } from '../../submissions/sendBatch.ts';

export { createJob };
