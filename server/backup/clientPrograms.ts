/** pg_dump and pg_restore of the machine, for a PostgreSQL of the operator's own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupProblem } from './backupProblem.ts';

/** Passes an archive of the database in the custom format of pg_dump to the work. */
export async function withDump<T>(url: string, work: (archive: Readable) => Promise<T>): Promise<T> {
  const dump = start('pg_dump', ['--format=custom'], url, 'pipe');
  const [result] = await Promise.all([work(dump.child.stdout ?? Readable.from([])), dump.ended]);
  return result;
}

/** Loads such an archive into an empty database, all of it or nothing, as the account of the URL. */
export async function loadDump(url: string, archive: string): Promise<void> {
  await createApplicationRole(url);
  await start('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', archive], url, 'ignore')
    .ended;
}

/** The archive grants privileges to this role, which migrations create, but roles are not in it. */
async function createApplicationRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query(`select from pg_roles where rolname = 'casewright_app'`);
    if (found.rowCount === 0) await client.query('create role casewright_app nologin');
    await client.query('grant casewright_app to current_user');
  } finally {
    await client.end();
  }
}

interface ClientProgram {
  child: ChildProcess;
  /** Rejects with a `BackupProblem` that repeats what the program reports. */
  ended: Promise<void>;
}

function start(
  program: string,
  args: readonly string[],
  url: string,
  output: 'pipe' | 'ignore',
): ClientProgram {
  const address = new URL(url);
  // arguments can be read by everybody on the machine
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(PGPASSWORD !== '' && { PGPASSWORD }) },
    stdio: ['ignore', output, 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(
        new BackupProblem(
          `${program} does not run (${cause.message}); install the client programs of PostgreSQL in the version of your server`,
          { cause },
        ),
      ),
    );
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new BackupProblem(`${program} failed: ${errors.trim() || `exit code ${code}`}`)),
    );
  });
  return { child, ended };
}
