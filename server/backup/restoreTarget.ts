/** Where a backup is restored to: nothing may be there already. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ObjectStore } from '../files/objectStore.ts';
import { makeDirectories } from '../makeDirectories.ts';
import { clusterDirOf } from '../storage/embedded/clusterPlace.ts';
import { BackupProblem } from './backupProblem.ts';
import type { Manifest } from './manifest.ts';
import { asOwner } from '../storage/asOwner.ts';

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
  makeDirectories(config.dataDir);
  await requireEmptyFolder('DATA_DIR', config.dataDir);
  for await (const { key } of storedObjects(objects))
    throw new BackupProblem(
      `the file storage ${objects.location} is not empty (${key}); a restore never overwrites, so name another one or empty it`,
    );
  if (config.databaseUrl === null)
    await requireEmptyFolder('the database directory', clusterDirOf(config.dataDir));
  else if (database !== null) await requireEmptyDatabase(config);
}

async function requireEmptyFolder(what: string, folder: string): Promise<void> {
  if ((await contentOf(folder)).length > 0)
    throw new BackupProblem(
      `${what} ${folder} is not empty; a restore never overwrites, so name another one or empty it`,
    );
}

const contentOf = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => name !== OF_FILE_SYSTEM) : [];

/** Tables, views, sequences and functions that are not of extensions, as `drop` names them. */
const OBJECTS = `
  select o.type, o.identity from (
    select 'pg_class'::regclass as class, oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'pg_proc'::regclass, oid from pg_proc where pronamespace = 'public'::regnamespace
  ) as one
  cross join lateral pg_identify_object(one.class, one.oid, 0) as o
  where not exists (select from pg_depend d where d.classid = one.class and d.objid = one.oid and d.deptype = 'e')`;

interface DatabaseObject {
  type: string;
  identity: string;
}

const requireEmptyDatabase = (config: Config): Promise<void> =>
  asOwner(config, async (client) => {
    const { rows } = await client.query<DatabaseObject>(`${OBJECTS} limit 1`);
    if (rows[0])
      throw new BackupProblem(
        `the database of DATABASE_URL has tables or functions (${rows[0].identity}); a restore needs an empty database`,
      );
  });

/** Removes what was loaded into a database that was empty: a server would send again what went out since the backup. */
const emptyDatabase = (config: Config): Promise<void> =>
  asOwner(config, async (client) => {
    try {
      const { rows } = await client.query<DatabaseObject>(OBJECTS);
      const drops = rows.map(({ type, identity }) => `drop ${type} if exists ${identity} cascade`);
      await client.query(drops.join(';'));
    } catch (cause) {
      throw new BackupProblem(
        `the restore failed, and the database of DATABASE_URL could not be emptied again (${(cause as Error).message}); ` +
          'start no server on it: empty it and restore again',
        { cause },
      );
    }
  });

/** The folders of the file storage. */
const FOLDERS = ['files', 'exports', 'audit'];

async function* storedObjects(objects: ObjectStore): AsyncGenerator<{ key: string }> {
  for (const folder of FOLDERS) yield* objects.list(folder);
}

/** Removes what a failed restore has written to directories, a file storage and a database that were empty. */
export async function emptyAgain(
  config: Config,
  objects: ObjectStore,
  { database }: Manifest,
): Promise<void> {
  const { dataDir, databaseUrl, s3 } = config;
  // first: while it is full, the mark in the data directory keeps a server from starting
  if (databaseUrl !== null && database !== null) await emptyDatabase(config);
  if (s3) for await (const { key } of storedObjects(objects)) await objects.remove(key);
  if (databaseUrl === null) await rm(clusterDirOf(dataDir), { recursive: true, force: true });
  for (const name of await contentOf(dataDir))
    await rm(join(dataDir, name), { recursive: true, force: true });
}
