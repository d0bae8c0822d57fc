/**
 * The configuration of a sponsor at the command line: `npm run -s config -- export --sponsor NAME --user USER_ID`. It uses the
 * settings of the server (DATA_DIR or DATABASE_URL), which must not be running on the same DATA_DIR.
 * Exit code 0: done, or nothing differs; 1: not done, with the reason, or something differs; 2: called wrongly, or the
 * settings do not fit; 130: interrupted, nothing was changed.
 */
import { readConfig } from '../server/config.ts';
import { runConfiguration } from './config-commands.ts';
import { onInstallation } from './onInstallation.ts';

process.exitCode = await runConfiguration(process.argv.slice(2), async (work, signal) =>
  onInstallation(readConfig({ ...process.env, ROLE: 'worker' }, process.cwd()), { jobs: null, signal }, work),
);
