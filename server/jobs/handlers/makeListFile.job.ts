/** Makes the file of a list that was exported. */
import { fileMaker as createJob } from '../../lists/listExport.process.ts';

export { createJob };
