/** What a backup contains, and what is needed to restore it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOf, readMigrations, type AppliedMigration } from '../storage/migrate.ts';
import { installedMajor, platformName } from '../storage/embedded/binaries.ts';
import { BackupProblem } from './backupProblem.ts';
import { PARTS, readSums, verifyPart } from './parts.ts';

/** Counts up when older versions of the product could not restore what is written. */
export const FORMAT = 1;

/** `cluster`: a copy of the files of the embedded database. `dump`: an archive of pg_dump. */
export type BackedUpDatabase =
  | { kind: 'cluster'; postgres: number; platform: string }
  | { kind: 'dump'; postgres: number };

export interface Manifest {
  format: number;
  /** version of the product */
  product: string;
  startedAt: string;
  /** from here on WAL continues the database */
  finishedAt: string;
  /** null: the backup has only what is outside the database */
  database: BackedUpDatabase | null;
  migrations: AppliedMigration[];
  keys: KeyIds;
  /** files that the database names and the file store did not have */
  missingFiles: string[];
  /** parts beside the manifest */
  parts: number;
}

/** Keys that are not in the backup, and are needed to work with it. */
export interface KeyIds {
  /** of the audit trail */
  audit: string[];
  /** fingerprint of `secret.key`; null: the operator set CASEWRIGHT_SECRET */
  secret: string | null;
}

/** Reads the manifest, which is verified and the first part. Throws a `BackupProblem`. */
export async function readManifest(folder: string): Promise<Manifest> {
  for await (const part of readSums(folder)) {
    if (part.path !== PARTS.manifest) break;
    await verifyPart(folder, part);
    return JSON.parse(await readFile(join(folder, PARTS.manifest), 'utf8')) as Manifest;
  }
  throw new BackupProblem(`the backup is damaged: ${PARTS.manifest} is not listed`);
}

/** Throws a `BackupProblem` if this version of the product, on this machine, cannot restore the backup. */
export function requireRestorable({ format, product, database, migrations }: Manifest): void {
  const known = new Map(readMigrations().map((migration) => [migration.version, migration]));
  const newer = migrations.find(({ version }) => !known.has(version));
  if (format > FORMAT || newer)
    throw new BackupProblem(
      `the backup was made by a newer version of Casewright (${product}${newer ? `, migration ${newer.version}` : ''}); ` +
        'install that version or a later one to restore it',
    );
  const other = migrations.find((applied) => {
    const migration = known.get(applied.version);
    return !migration || !isOf(migration, applied);
  });
  if (other)
    throw new BackupProblem(
      `the backup was made by another build of Casewright: its migration ${other.version} differs`,
    );
  if (database?.kind !== 'cluster') return;
  const here = { postgres: installedMajor(), platform: platformName() };
  if (database.postgres !== here.postgres || database.platform !== here.platform)
    throw new BackupProblem(
      `the backup is of PostgreSQL ${database.postgres} on ${database.platform}, and this is PostgreSQL ${here.postgres} on ` +
        `${here.platform}; restore it with the version of Casewright and on the kind of machine it was made on`,
    );
}
