/** Hands acknowledgements of imported batches over to partners. */
import { acknowledgementSender as createJob } from '../../case-import/acknowledgement.process.ts';

export { createJob };
