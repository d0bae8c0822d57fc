/** Where a backup is restored to: nothing may be there already. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { ObjectStore } from '../files/objectStore.ts';
import { clusterDirOf } from '../storage/embedded/clusterPlace.ts';
import { BackupProblem } from './backupProblem.ts';
import type { Manifest } from './manifest.ts';
import { migrationAccount } from '../storage/applicationLogin.ts';

/** A file system has this folder in an empty volume. */
const OF_FILE_SYSTEM = 'lost+found';

/** Throws a `BackupProblem` if the settings name another kind of database than the backup has. */
export function requireSameKind({ database }: Manifest, { databaseUrl }: Config): void {
  if (database?.kind === 'cluster' && databaseUrl !== null)
    throw new BackupProblem('the backup has an embedded database, but DATABASE_URL is set; unset it');
  if (database?.kind === 'dump' && databaseUrl === null)
    throw new BackupProblem(
      'the backup is of a PostgreSQL of your own; set DATABASE_URL to an empty database',
    );
  if (database === null && databaseUrl === null)
    throw new BackupProblem('the backup has no database; restore yours first, and set DATABASE_URL');
}

/** Throws a `BackupProblem` if there is something that a restore would overwrite or mix with. Makes the data directory. */
export async function requireEmpty(
  config: Config,
  objects: ObjectStore,
  { database }: Manifest,
): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await requireEmptyFolder('DATA_DIR', config.dataDir);
  for await (const { key } of storedObjects(objects))
    throw new BackupProblem(
      `the file storage ${objects.location} is not empty (${key}); a restore never overwrites, so name another one or empty it`,
    );
  if (config.databaseUrl === null)
    await requireEmptyFolder('the database directory', clusterDirOf(config.dataDir));
  else if (database !== null)
    await requireNoTables(migrationAccount(config.databaseUrl, config.migrationDatabaseUrl).url);
}

async function requireEmptyFolder(what: string, folder: string): Promise<void> {
  if ((await contentOf(folder)).length > 0)
    throw new BackupProblem(
      `${what} ${folder} is not empty; a restore never overwrites, so name another one or empty it`,
    );
}

const contentOf = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => name !== OF_FILE_SYSTEM) : [];

async function requireNoTables(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const found = await client.query(`select from pg_tables where schemaname = 'public' limit 1`);
    if (found.rowCount !== 0)
      throw new BackupProblem('the database of DATABASE_URL has tables; a restore needs an empty database');
  } finally {
    await client.end();
  }
}

/** The folders of the file storage. */
const FOLDERS = ['files', 'exports', 'audit'];

async function* storedObjects(objects: ObjectStore): AsyncGenerator<{ key: string }> {
  for (const folder of FOLDERS) yield* objects.list(folder);
}

/** Removes what a failed restore has written to directories and a file storage that were empty. */
export async function emptyAgain({ dataDir, databaseUrl, s3 }: Config, objects: ObjectStore): Promise<void> {
  if (s3) for await (const { key } of storedObjects(objects)) await objects.remove(key);
  if (databaseUrl === null) await rm(clusterDirOf(dataDir), { recursive: true, force: true });
  for (const name of await contentOf(dataDir))
    await rm(join(dataDir, name), { recursive: true, force: true });
}
