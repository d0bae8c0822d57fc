/** Removes the file of a question about cases when its time is over. */
import { dataFileRemover as createJob } from '../../data-export/dataExport.process.ts';

export { createJob };
