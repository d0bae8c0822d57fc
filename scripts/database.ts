/**
 * Maintenance of the database: `npm run database -- reindex [--all]`. It uses the settings of the server, which must not be
 * running on the same DATA_DIR; over DATABASE_URL it may run.
 * Exit code 0: done; 1: some indexes were not built again, or not done, with the reason; 2: called wrongly, or the settings do
 * not fit; 130: interrupted.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readConfig } from '../server/config.ts';
import { asOwner } from '../server/storage/asOwner.ts';
import { rebuildIndexes, type IndexReport } from '../server/storage/rebuildIndexes.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run database -- reindex [--all]
  reindex   builds the indexes of texts again, after an upgrade of PostgreSQL, of its operating system or of ICU
  --all     all indexes, e.g. after a failure of the disk`;

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args }, async (signal) => {
  const all = readArguments();
  const config = readConfig(process.env, process.cwd());
  const rebuild = (client: pg.Client) => rebuildIndexes(client, { all, onIndex: show });
  const failures = await asOwner(config, rebuild, signal);
  console.log(failures === 0 ? 'All of these indexes were built again' : `${failures} were NOT built again`);
  return failures === 0 ? 0 : 1;
});

function show({ name, number, total, seconds, failure }: IndexReport): void {
  console.log(`${number} of ${total}: ${name}, ${seconds.toFixed(1)} s`);
  if (failure !== null) console.error(`${name} was not built again: ${failure}`);
}

/** Whether all indexes are meant. */
function readArguments(): boolean {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  if (positionals.join(' ') !== 'reindex') throw new UsageProblem('The command is: reindex');
  return values.all;
}
