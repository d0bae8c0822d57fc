/** Asks receivers what became of attempts without an end. */
import { remoteAsker as createJob } from '../../submissions/sendBatch.ts';

export { createJob };
