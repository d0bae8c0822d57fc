/**
 * Backup at the command line: `npm run backup -- FOLDER`. It uses the settings of the server (DATA_DIR or DATABASE_URL), which
 * may be running. Exit code 0: done; 1: not done, with the reason; 2: wrong usage or settings; 3: done, but files that the
 * database names were missing or damaged; 130: interrupted.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readKeys, writeKeysFile } from '../server/backup/keysFile.ts';
import { makeBackup } from '../server/backup/makeBackup.ts';
import type { Manifest } from '../server/backup/manifest.ts';
import { readConfig, type Config } from '../server/config.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run backup -- FOLDER [--without-database] [--keys FILE]
       npm run backup -- --keys FILE
  FOLDER               is made, with database, files and anchors of the audit trail, but without keys; the server may be running
  --without-database   for a PostgreSQL of your own that you back up with its own tools
  --keys FILE          writes the keys of DATA_DIR to a new file; store it apart from the backups`;

const SHOWN_FILES = 20;

interface Arguments {
  folder: string | null;
  keys: string | null;
  withDatabase: boolean;
}

if (import.meta.main) process.exitCode = await runBackup(process.argv.slice(2), process.env);

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runBackup(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const { folder, keys, withDatabase } = readArguments(args);
    const config = readConfig(env, process.cwd());
    if (keys !== null) {
      writeKeysFile(keys, readKeys(config.dataDir));
      console.log(
        `The keys are in ${keys}. Store this file apart from the backups, and as long as the records`,
      );
    }
    return folder === null ? 0 : backUp(config, { target: folder, withDatabase }, signal);
  });
}

async function backUp(
  config: Config,
  request: { target: string; withDatabase: boolean },
  signal: AbortSignal,
): Promise<number> {
  const manifest = await makeBackup(config, request, { signal, report: (line) => console.log(line) });
  console.log(`${request.target} is complete: ${describe(manifest)}`);
  const { keys, missingFiles } = manifest;
  console.log(
    `It has no keys. A restore needs those of the audit trail (${keys.audit.join(', ')})` +
      (keys.secret === null ? '' : ` and secret.key (${keys.secret})`),
  );
  if (missingFiles.length === 0) return 0;
  for (const fileKey of missingFiles.slice(0, SHOWN_FILES))
    console.error(`missing or damaged in the file store: ${fileKey}`);
  console.error(`${missingFiles.length} files are not in the backup; restore them from an earlier one`);
  return 3;
}

function describe({ database, parts, migrations }: Manifest): string {
  return `${database ? `database up to migration ${migrations.at(-1)?.version}` : 'no database'}, ${parts} parts`;
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { keys: { type: 'string' }, 'without-database': { type: 'boolean', default: false } },
  });
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new UsageProblem('One FOLDER at a time');
  if (folder === undefined && values.keys === undefined) throw new UsageProblem('FOLDER is needed');
  if (folder !== undefined && values.keys !== undefined && isInside(resolve(folder), resolve(values.keys)))
    throw new UsageProblem('FILE must not be in the backup');
  return {
    folder: folder === undefined ? null : resolve(folder),
    keys: values.keys === undefined ? null : resolve(values.keys),
    withDatabase: !values['without-database'],
  };
}

function isInside(folder: string, file: string): boolean {
  return file.startsWith(join(folder, '/'));
}
