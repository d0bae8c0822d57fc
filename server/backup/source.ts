/** The database that a backup is made of, as the running server has it or started for the backup alone. */
import pg from 'pg';
import type { Config } from '../config.ts';
import { lockDirectory } from '../directoryLock.ts';
import { SetupProblem } from '../settings.ts';
import { migrationAccount } from '../storage/applicationLogin.ts';
import { hasCluster } from '../storage/embedded/clusterPlace.ts';
import { runningOwnerUrl, startEmbedded } from '../storage/embedded/startEmbedded.ts';
import { walArchiveSettings } from '../storage/embedded/walArchive.ts';
import type { AppliedMigration } from '../storage/migrate.ts';

export interface Source {
  /** of the owner of the tables */
  ownerUrl: string;
  close: () => Promise<void>;
}

/** Throws a `SetupProblem` if there is no database, or another process is just starting or stopping it. */
export async function openSource(config: Config): Promise<Source> {
  const { databaseUrl, migrationDatabaseUrl, dataDir } = config;
  if (databaseUrl !== null)
    return {
      ownerUrl: migrationAccount(databaseUrl, migrationDatabaseUrl).url,
      close: () => Promise.resolve(),
    };
  if (!hasCluster(dataDir)) throw new SetupProblem(`DATA_DIR ${dataDir} has no database`);
  const running = runningOwnerUrl(dataDir);
  if (running !== null) return { ownerUrl: running, close: () => Promise.resolve() };
  const unlock = lockDirectory(dataDir);
  try {
    const { url, stop } = await startEmbedded(dataDir, walArchiveSettings(config.walArchive));
    return { ownerUrl: url, close: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

export interface SourceState {
  /** major version of PostgreSQL */
  postgres: number;
  migrations: AppliedMigration[];
  /** ids of all keys that the audit trail was written with */
  auditKeys: string[];
}

/** What a manifest says about a database. */
export async function readState(ownerUrl: string): Promise<SourceState> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const version = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    const migrations = await client.query<AppliedMigration>(
      'select version, checksum from schema_migration order by version',
    );
    // each key is anchored when it is first used
    const keys = await client.query<{ id: string }>(
      'select distinct key_id as id from audit_anchor order by id',
    );
    return {
      postgres: version.rows[0]?.major ?? 0,
      migrations: migrations.rows,
      auditKeys: keys.rows.map(({ id }) => id),
    };
  } finally {
    await client.end();
  }
}
