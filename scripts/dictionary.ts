/**
 * Dictionaries of the installation at the command line: `npm run dictionary -- load MEDDRA 27.0 FILES...`. It uses the
 * settings of the server (DATA_DIR or DATABASE_URL), which must not be running on the same DATA_DIR.
 * Exit code 0: done; 1: not done, with the reason; 2: called wrongly, or the settings do not fit; 130: stopped, can be resumed.
 */
import { readConfig } from '../server/config.ts';
import { STAGE_DICTIONARY } from '../server/dictionaries/stageByJob.ts';
import { runDictionary, type InDatabase } from './dictionary-commands.ts';
import { onInstallation } from './onInstallation.ts';

process.exitCode = await runDictionary(process.argv.slice(2), inDatabase);

async function inDatabase(...[{ command }, work, signal]: Parameters<InDatabase>): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'info', ...process.env, ROLE: 'worker' }, process.cwd());
  // only the index of a load is built by a job
  const jobs = command === 'load' ? STAGE_DICTIONARY : null;
  return onInstallation(config, { jobs, signal }, (deps) => work({ deps, isStopped: () => signal.aborted }));
}
