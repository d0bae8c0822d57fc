/** Changes a sponsor to another version of a dictionary. */
import { versionSwitcher as createJob } from '../../dictionary-upgrade/dictionaryUpgrade.process.ts';

export { createJob };
