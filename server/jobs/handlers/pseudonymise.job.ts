/** Puts pseudonyms in place of the personal values of released cases. */
import { pseudonymiser as createJob } from '../../retention/pseudonymise.ts';

export { createJob };
