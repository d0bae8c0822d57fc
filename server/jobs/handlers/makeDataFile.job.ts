/** Makes the file of a question about cases. */
import { dataFileMaker as createJob } from '../../data-export/dataExport.process.ts';

export { createJob };
