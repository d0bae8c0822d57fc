/** Reads a source of clinical data. */
import { sourceReader as createJob } from '../../study-data/readSource.ts';

export { createJob };
