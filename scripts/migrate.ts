/**
 * Applies the migrations of this release: `npm run migrate`. For processes that do not do so at their start (CASEWRIGHT_MIGRATE=0),
 * and before commands that work on a database of an earlier release. It uses the settings of the server, which must not be running
 * on the same DATA_DIR.
 * Exit code 0: the database has all migrations; 1: not done, with the reason; 2: called wrongly, the settings do not fit, or a
 * migration failed; 130: interrupted.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { withOwner } from '../server/storage/asOwner.ts';
import { migrate } from '../server/storage/migrate.ts';
import { runOperatorCommand } from './operatorCommand.ts';

const USAGE = `Usage: npm run migrate
  applies the migrations of this release to the database of DATABASE_URL, or to the embedded one of DATA_DIR`;

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args }, async (signal) => {
  parseArgs({ args, options: {} });
  const config = readConfig(process.env, process.cwd());
  const applied = await withOwner(config, ({ url, login }) => migrate(url, login, signal));
  for (const version of applied) console.log(`Applied ${version}`);
  console.log('The database has all migrations of this release');
  return 0;
});
