/** Reads the files of an import. */
import { runReader as createJob } from '../../case-import/caseImport.process.ts';

export { createJob };
