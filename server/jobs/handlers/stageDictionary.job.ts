/** Builds the index of a dictionary release that was loaded, so that it can be activated. */
import { dictionaryStager as createJob } from '../../dictionaries/stageByJob.ts';

export { createJob };
