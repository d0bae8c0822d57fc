/**
 * Maintenance of the database: `npm run database -- reindex [--all]`. It uses the settings of the server, which must not be
 * running on the same DATA_DIR; over DATABASE_URL it may run.
 * Exit code 0: done; 1: some indexes were not built again; 2: called wrongly, or the settings do not fit.
 */
import { parseArgs } from 'node:util';
import { readConfig, SetupProblem } from '../server/config.ts';
import { asOwner } from '../server/storage/asOwner.ts';
import { rebuildIndexes, type IndexReport } from '../server/storage/rebuildIndexes.ts';

const USAGE = `Usage: npm run database -- reindex [--all]
  reindex   builds the indexes of texts again, after an upgrade of PostgreSQL, of its operating system or of ICU
  --all     all indexes, e.g. after a failure of the disk`;

process.exitCode = await run();

async function run(): Promise<number> {
  const all = readArguments();
  if (all === null) {
    console.error(USAGE);
    return 2;
  }
  try {
    const config = readConfig(process.env, process.cwd());
    const failures = await asOwner(config, (client) => rebuildIndexes(client, { all, onIndex: show }));
    console.log(
      failures === 0 ? 'All of these indexes were built again' : `${failures} were NOT built again`,
    );
    return failures === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    console.error(error.message);
    return 2;
  }
}

function show({ name, number, total, seconds, failure }: IndexReport): void {
  console.log(`${number} of ${total}: ${name}, ${seconds.toFixed(1)} s`);
  if (failure !== null) console.error(`${name} was not built again: ${failure}`);
}

/** Whether all indexes are meant; null: another command, or none. */
function readArguments(): boolean | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { all: { type: 'boolean' } },
    });
    return positionals.length === 1 && positionals[0] === 'reindex' ? (values.all ?? false) : null;
  } catch {
    return null;
  }
}
