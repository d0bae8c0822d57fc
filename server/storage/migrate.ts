/** Brings the database to the newest schema: numbered SQL files, each applied once, in one transaction, never changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SetupProblem } from '../config.ts';
import { admitLogin, type ApplicationLogin } from './applicationLogin.ts';
import { failureOf } from './databaseFailures.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** any number, but the same in every process: two that start at once migrate one after the other */
const ADVISORY_LOCK = 7_226_390_411;
/** its major version */
const OLDEST_SERVER = 15;
/** A message names so many migrations, and of more the first and the last. */
const NAMED = 5;
/** How often PostgreSQL asks, during a long statement, whether the process that waits for it is still there. */
const CHECK_CONNECTION = '2s';

export interface AppliedMigration {
  version: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
  /** checksum of a former text that made the same of every database, but took longer: its first line names it */
  former: string | undefined;
}

/** Was the migration applied with this text, or with the one that it replaces? */
export const isOf = ({ checksum, former }: Migration, applied: AppliedMigration): boolean =>
  applied.checksum === checksum || applied.checksum === former;

/**
 * Applies what is missing, as the owner of the database, and admits the login of the application, if it has one of its
 * own. Answers what it applied. Throws a `SetupProblem` when a newer release has migrated the database, an applied file was
 * changed, a migration fails or the database is lost. `signal` ends the connection, and so the migration under way.
 */
export const migrate = (
  ownerUrl: string,
  login: ApplicationLogin | null = null,
  signal?: AbortSignal,
): Promise<string[]> =>
  inMigration(ownerUrl, login, async (client, missing) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => void client.end());
    if (missing.length > 0) await client.query(HISTORY);
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ version }) => version);
  });

/** Admits the login to a database that has all migrations; throws a `SetupProblem` where it lacks some. */
export const requireMigrated = (ownerUrl: string, login: ApplicationLogin | null): Promise<void> =>
  inMigration(ownerUrl, login, (_client, missing) => {
    if (missing.length > 0) throw lacksMigrations(missing.map(({ version }) => version));
    return Promise.resolve();
  });

const HISTORY =
  'create table if not exists schema_migration ' +
  '(version text primary key, checksum text not null, at timestamptz(3) not null default now())';

/** `work` gets the migrations of this release that are not applied; no other process migrates meanwhile. */
async function inMigration<T>(
  ownerUrl: string,
  login: ApplicationLogin | null,
  work: (client: pg.Client, missing: readonly Migration[]) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // the statement under way fails as well; without a listener the loss of the connection would end the process
  client.on('error', () => {});
  await connect(client);
  try {
    await requireUsable(client);
    await endWithThisProcess(client);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const applied = await appliedChecksums(client);
    const migrations = readMigrations();
    const known = migrations.map(({ version }) => version);
    const unknown = unknownVersions(applied.keys(), known);
    if (unknown.length > 0) throw newerRelease(unknown);
    for (const migration of migrations) {
      const { version } = migration;
      const checksum = applied.get(version);
      if (checksum !== undefined && !isOf(migration, { version, checksum }))
        throw new SetupProblem(
          `migration ${version} was changed after it had been applied to this database; restore the file`,
        );
    }
    const done = await work(
      client,
      migrations.filter(({ version }) => !applied.has(version)),
    );
    if (login) await admitLogin(client, login);
    return done;
  } catch (cause) {
    if (!failureOf(cause, false)) throw cause;
    throw new SetupProblem(`the database was lost while it was migrated: ${String(cause)}; ${START_AGAIN}`, {
      cause,
    });
  } finally {
    await client.end();
  }
}

/** Throws a `SetupProblem` where PostgreSQL is too old, or the encoding has not the letters of every language. */
async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
  );
  const { major = 0, encoding = '' } = rows[0] ?? {};
  if (major < OLDEST_SERVER)
    throw new SetupProblem(`PostgreSQL ${major} is too old; version ${OLDEST_SERVER} or newer is required`);
  if (encoding !== 'UTF8')
    throw new SetupProblem(`the database has the encoding ${encoding}; create one with the encoding UTF8`);
}

/** Applied migrations that are not among the known ones of a release. */
export const unknownVersions = (applied: Iterable<string>, known: readonly string[]): string[] =>
  [...applied].filter((version) => !known.includes(version)).toSorted();

/** This release would write what the newer one misreads. */
export const newerRelease = (unknown: readonly string[]): SetupProblem =>
  new SetupProblem(
    `a newer release has migrated the database (${unknown.join(', ')}); start that release, or restore a backup`,
  );

/** A process that does not migrate cannot work with the database. */
export const lacksMigrations = (missing: readonly string[]): SetupProblem =>
  new SetupProblem(
    `the database lacks migrations (${missing.length > NAMED ? `${missing[0]} to ${missing.at(-1)}` : missing.join(', ')}); ` +
      'run "npm run migrate"',
  );

const START_AGAIN = 'start again: that goes on with the first migration that is not applied';

/**
 * A long statement of a process that was killed ends soon, with its locks: otherwise the next start would wait for its end,
 * which is then undone. PostgreSQL cannot do so on every system, and refuses the setting there.
 */
async function endWithThisProcess(client: pg.Client): Promise<void> {
  await client
    .query(`set client_connection_check_interval = '${CHECK_CONNECTION}'`)
    .catch((error: unknown) => {
      if (failureOf(error, false)) throw error;
    });
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (cause) {
    const why = cause instanceof AggregateError ? String(cause.errors[0]) : String(cause);
    throw new SetupProblem(`the database cannot be reached: ${why.replace(/^\w*error: /i, '')}`, { cause });
  }
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  if (!rows[0]?.exists) return new Map();
  const found = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from schema_migration',
  );
  return new Map(found.rows.map(({ version, checksum }) => [version, checksum]));
}

/** The migrations of this version of the product, in their order. */
export function readMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(FOLDER, name), 'utf8').replaceAll('\r\n', '\n');
    return {
      version: name.replace('.sql', ''),
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      former: /^-- replaces ([0-9a-f]{64})$/m.exec(sql)?.[1],
    };
  });
}

async function apply(client: pg.Client, { version, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migration (version, checksum) values ($1, $2)', [
      version,
      checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    if (failureOf(cause, false)) throw cause;
    await client.query('rollback');
    throw new SetupProblem(`migration ${version} failed, nothing of it was applied: ${String(cause)}`, {
      cause,
    });
  }
}
