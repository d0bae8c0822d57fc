/** Imports the chosen messages of an import. */
import { runImporter as createJob } from '../../case-import/caseImport.process.ts';

export { createJob };
