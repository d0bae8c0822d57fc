/** Puts pseudonyms into what imports hold of cases that an earlier release pseudonymised. */
import { importsPseudonymiser as createJob } from '../../retention/pseudonymiseEarlier.ts';

export { createJob };
