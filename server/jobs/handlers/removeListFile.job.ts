/** Removes the file of an exported list when its time is over. */
import { fileRemover as createJob } from '../../lists/listExport.process.ts';

export { createJob };
