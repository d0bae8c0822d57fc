/** Asks partners what became of acknowledgements whose attempt has no end. */
import { acknowledgementAsker as createJob } from '../../case-import/acknowledgement.process.ts';

export { createJob };
