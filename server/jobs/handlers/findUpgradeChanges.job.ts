/** Finds what another version of a dictionary changes of the codes in cases. */
import { changeFinder as createJob } from '../../dictionary-upgrade/dictionaryUpgrade.process.ts';

export { createJob };
