/** Every chart that the server runs as a durable process, by its name. */
import { ACKNOWLEDGEMENT_SENDING } from '../case-import/acknowledgement.process.ts';
import { CASE_IMPORT } from '../case-import/caseImport.process.ts';
import { DATA_EXPORT } from '../data-export/dataExport.process.ts';
import { DICTIONARY_UPGRADE } from '../dictionary-upgrade/dictionaryUpgrade.process.ts';
import { LIST_EXPORT } from '../lists/listExport.process.ts';
import { SUBMISSION_BATCH } from '../submissions/submission.process.ts';
import { SYNC_RUN } from '../sync/syncRun.process.ts';
import type { ProcessChart } from './process.types.ts';

export const PROCESS_CHARTS: Readonly<Record<string, ProcessChart>> = {
  [ACKNOWLEDGEMENT_SENDING.name]: ACKNOWLEDGEMENT_SENDING as ProcessChart,
  [CASE_IMPORT.name]: CASE_IMPORT as ProcessChart,
  [DATA_EXPORT.name]: DATA_EXPORT as ProcessChart,
  [DICTIONARY_UPGRADE.name]: DICTIONARY_UPGRADE as ProcessChart,
  [LIST_EXPORT.name]: LIST_EXPORT as ProcessChart,
  [SUBMISSION_BATCH.name]: SUBMISSION_BATCH as ProcessChart,
  [SYNC_RUN.name]: SYNC_RUN as ProcessChart,
};
