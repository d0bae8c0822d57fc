/** Whether the database fits the release, for processes that do not migrate it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SetupProblem } from '../settings.ts';
import type { Db } from './database.ts';
import { lacksMigrations, newerRelease, readMigrations, unknownVersions } from './migrate.ts';

const POLL_MS = 1000;

interface SchemaState {
  /** migrations of this release that are not applied */
  missing: string[];
  /** applied migrations that this release does not have */
  unknown: string[];
}

/** Compares the migrations of the database with those of this release. */
export async function readSchemaState(db: Db): Promise<SchemaState> {
  const { rows } = await sql<{ version: string }>`select version from schema_migration`.execute(db);
  const applied = new Set(rows.map(({ version }) => version));
  const known = knownVersions();
  return {
    missing: known.filter((version) => !applied.has(version)),
    unknown: unknownVersions(applied, known),
  };
}

let versions: string[] | undefined;
/** They do not change while the process runs, and every probe needs them. */
const knownVersions = (): string[] => (versions ??= readMigrations().map(({ version }) => version));

export interface SchemaWait {
  seconds: number;
  signal: AbortSignal | undefined;
  /** called once, if there is something to wait for */
  onWait: (why: string) => void;
}

/**
 * Resolves when all migrations of this release are applied. Throws a `SetupProblem` when that takes too long, and at once
 * where a newer release has migrated the database.
 */
export async function waitForSchema(db: Db, { seconds, signal, onWait }: SchemaWait): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000;
  for (let hasWaited = false; ; hasWaited = true) {
    const why = await problemOf(db);
    if (why === null) return;
    if (performance.now() >= giveUpAt) throw new SetupProblem(why);
    if (!hasWaited) onWait(why);
    await sleep(POLL_MS, undefined, signal && { signal }).catch(() => {});
    signal?.throwIfAborted();
  }
}

async function problemOf(db: Db): Promise<string | null> {
  const state = await readSchemaState(db).catch((error: unknown) => String(error));
  // the account of the application may not exist, or not be admitted, before the first migration
  if (typeof state === 'string') return `the database cannot be used yet: ${state}; run "npm run migrate"`;
  const { missing, unknown } = state;
  if (unknown.length > 0) throw newerRelease(unknown);
  return missing.length > 0 ? lacksMigrations(missing).message : null;
}
