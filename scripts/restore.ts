/**
 * Restore at the command line: `npm run restore -- FOLDER --keys FILE`. It uses the settings of the server, which must not be
 * running: DATA_DIR must be empty, and so must the database of DATABASE_URL and the object storage.
 * Exit code 0: done; 1: not done, with the reason; 2: wrong usage or settings; 3: done, but files or anchors are missing; 130:
 * interrupted.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_KEYS, readKeysFile } from '../server/backup/keysFile.ts';
import {
  restoreBackup,
  verifyBackup,
  type Restored,
  type RestoreRequest,
} from '../server/backup/restoreBackup.ts';
import { readConfig } from '../server/config.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `Usage: npm run restore -- FOLDER [--keys FILE | --without-keys] [--wal FOLDER [--until TIME]] [--anchors FILE]
       npm run restore -- FOLDER --check
  FOLDER           of a backup; DATA_DIR, the database of DATABASE_URL and the object storage must be empty
  --check          only verifies the backup
  --keys FILE      keys that 'npm run backup -- --keys FILE' has written
  --without-keys   restores although keys are lost
  --wal FOLDER     recovers the embedded database further with the WAL of CASEWRIGHT_WAL_ARCHIVE
  --until TIME     up to this time only, e.g. 2026-01-31T14:30:00Z
  --anchors FILE   a newer copy of DATA_DIR/audit/anchors.jsonl than that of the backup`;

/** With its time zone: an operator's local time would be a guess. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const SHOWN_FILES = 20;

if (import.meta.main) process.exitCode = await runRestore(process.argv.slice(2), process.env);

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runRestore(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const { check, ...request } = readArguments(args);
    const tools = { signal, report: (line: string) => console.log(line) };
    if (check) {
      await verifyBackup(request.folder, tools);
      return 0;
    }
    const config = readConfig(env, process.cwd());
    const restored = await restoreBackup(config, request, tools);
    return showResult(restored, config.dataDir);
  });
}

function showResult(
  { manifest, asOf, anchors, outgoing, missingFiles, filesAt }: Restored,
  dataDir: string,
): number {
  console.log(
    `Restored into ${dataDir}: the database as of ${(asOf ?? new Date(manifest.finishedAt)).toISOString()}`,
  );
  if (outgoing.held > 0)
    console.log(
      `${outgoing.held} mails may have gone out since; they wait for a decision: System > Failed jobs`,
    );
  if (outgoing.toAsk > 0)
    console.log(
      `${outgoing.toAsk} files may have been sent since; their receivers are asked before anything is sent again`,
    );
  console.log(`Next: npm run audit -- verify, then start the server and make a new backup`);
  for (const fileKey of missingFiles.slice(0, SHOWN_FILES)) console.error(`missing file: ${fileKey}`);
  if (missingFiles.length > 0)
    console.error(
      `${missingFiles.length} files that the database names are not in the backup; copy them into ${filesAt.replace(/\/*$/, '/')}files`,
    );
  if (anchors.missing > 0)
    console.error(
      `${anchors.missing} anchors that the database knows are not in the backup; restore again with the newest copy of ` +
        'anchors.jsonl as --anchors, or the verification reports them',
    );
  return missingFiles.length > 0 || anchors.missing > 0 ? 3 : 0;
}

function readArguments(args: readonly string[]): RestoreRequest & { check: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      keys: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      wal: { type: 'string' },
      until: { type: 'string' },
      anchors: { type: 'string' },
    },
  });
  const [folder, ...others] = positionals;
  const { keys, wal, until, anchors, check } = values;
  if (folder === undefined || others.length > 0) throw new UsageProblem('One FOLDER is needed');
  if (keys !== undefined && values['without-keys']) throw new UsageProblem('Either --keys or --without-keys');
  if (until !== undefined && wal === undefined) throw new UsageProblem('--until needs --wal');
  if (until !== undefined && !(TIME.test(until) && Date.parse(until) > 0))
    throw new UsageProblem('--until needs a time with its zone, e.g. 2026-01-31T14:30:00Z');
  return {
    check,
    folder: resolve(folder),
    keys: keys === undefined ? NO_KEYS : readKeysFile(resolve(keys)),
    withoutKeys: values['without-keys'],
    recovery: {
      archive: wal === undefined ? null : resolve(wal),
      until: until === undefined ? null : new Date(until),
    },
    anchors: anchors === undefined ? null : resolve(anchors),
  };
}
