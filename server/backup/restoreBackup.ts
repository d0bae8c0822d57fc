/** Restores a backup into an empty data directory, file storage and database. Everything is verified before anything is written. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anchorObjects } from '../audit/anchorObjects.ts';
import type { Config } from '../config.ts';
import { lockDirectory } from '../directoryLock.ts';
import { openObjectStore } from '../files/openObjectStore.ts';
import { systemClock } from '../ports/clock.ts';
import { migrationAccount } from '../storage/applicationLogin.ts';
import { openDatabase } from '../storage/database.ts';
import { BackupProblem } from './backupProblem.ts';
import type { BackupTools, BackupWork, RestoreWork } from './backupWork.ts';
import { loadDump } from './clientPrograms.ts';
import { holdOutgoing, type HeldWork } from './holdOutgoing.store.ts';
import { markComplete, markIncomplete } from './incompleteRestore.ts';
import { placeKeys, requireKeys, type Keys } from './keysFile.ts';
import { readManifest, requireRestorable, type Manifest } from './manifest.ts';
import { PARTS, readSums, verifyPart } from './parts.ts';
import { referencedFiles } from './referencedFiles.ts';
import { restoreAnchors, type RestoredAnchors } from './restoreAnchors.ts';
import { requireReadable, restoreCluster, type Recovery } from './restoreCluster.ts';
import { recoveredTo } from './recoveredTo.store.ts';
import { restoreFiles } from './restoreFiles.ts';
import { emptyAgain, requireEmpty, requireSameKind } from './restoreTarget.ts';

export interface RestoreRequest {
  folder: string;
  keys: Keys;
  /** restores although keys are missing */
  withoutKeys: boolean;
  recovery: Recovery;
  /** a newer anchor file than that of the backup; null: there is none */
  anchors: string | null;
}

export interface Restored {
  manifest: Manifest;
  /** time of the last transaction that was recovered; null: not known */
  asOf: Date | null;
  anchors: RestoredAnchors;
  outgoing: HeldWork;
  /** keys of files that the database names and the backup does not have */
  missingFiles: string[];
  /** where the files are */
  filesAt: string;
}

/** Throws a `BackupProblem` that names the part if the backup is incomplete, damaged or of a newer version. */
export async function verifyBackup(folder: string, { report, signal }: BackupTools): Promise<Manifest> {
  const manifest = await readManifest(folder);
  requireRestorable(manifest);
  let parts = -1;
  for await (const part of readSums(folder)) {
    signal.throwIfAborted();
    await verifyPart(folder, part);
    parts += 1;
  }
  if (parts !== manifest.parts)
    throw new BackupProblem(
      `the backup is damaged: ${manifest.parts - parts} of its ${manifest.parts} parts are not listed`,
    );
  report(`${folder} is complete and undamaged: ${parts} parts, of ${manifest.finishedAt}`);
  return manifest;
}

/** Throws a `BackupProblem` or `SetupProblem`; what was empty is then empty again. */
export async function restoreBackup(
  config: Config,
  request: RestoreRequest,
  tools: BackupTools,
): Promise<Restored> {
  const manifest = await verifyBackup(request.folder, tools);
  if (!request.withoutKeys) requireKeys(manifest.keys, request.keys, config);
  requireSameKind(manifest, config);
  requireRecoverable(manifest, request.recovery);
  if (request.anchors !== null && !existsSync(request.anchors))
    throw new BackupProblem(`${request.anchors} is not there; name the newest copy of anchors.jsonl`);
  const objects = await openObjectStore(config, () => {});
  try {
    await requireEmpty(config, objects, manifest);
    return await writeOrUndo({ config, objects, folder: request.folder, ...tools }, manifest, request);
  } finally {
    objects.close();
  }
}

async function writeOrUndo(
  work: RestoreWork,
  manifest: Manifest,
  request: RestoreRequest,
): Promise<Restored> {
  const { config, objects } = work;
  const unlock = config.databaseUrl === null ? lockDirectory(config.dataDir) : () => {};
  try {
    await markIncomplete(config.dataDir);
    const restored = await write(work, manifest, request);
    await markComplete(config.dataDir);
    unlock();
    return restored;
  } catch (error) {
    await emptyAgain(config, objects, manifest);
    throw error;
  }
}

function requireRecoverable({ database, finishedAt }: Manifest, { archive, until }: Recovery): void {
  if (archive !== null && database?.kind !== 'cluster')
    throw new BackupProblem(
      'only an embedded database is recovered from a WAL archive; use the tools of yours',
    );
  if (until !== null && until < new Date(finishedAt))
    throw new BackupProblem(`the backup ended at ${finishedAt}, after that time; use an earlier backup`);
  if (archive !== null) requireReadable(archive);
}

async function write(work: RestoreWork, manifest: Manifest, request: RestoreRequest): Promise<Restored> {
  const { config, folder, objects, report, signal } = work;
  placeKeys(config.dataDir, request.keys);
  const restoredFiles = await restoreFiles(work);
  report(`files: ${restoredFiles.size} restored; database next`);
  signal.throwIfAborted();
  const database = await restoreDatabase(work, manifest, request.recovery);
  const db = openDatabase(database.ownerUrl);
  try {
    signal.throwIfAborted();
    const source = request.anchors ?? join(folder, PARTS.anchors);
    const anchors = await restoreAnchors(db, source, config.s3 ? anchorObjects(objects) : config.dataDir);
    const named = await referencedFiles(database.ownerUrl);
    const missingFiles = [...named].filter((fileKey) => !restoredFiles.has(fileKey));
    const asOf = await recoveredTo(db);
    const outgoing = await holdOutgoing(db, {
      asOf: asOf ?? new Date(manifest.finishedAt),
      now: systemClock.now(),
    });
    return { manifest, asOf, anchors, outgoing, missingFiles, filesAt: objects.location };
  } finally {
    await db.destroy();
    await database.stop();
  }
}

async function restoreDatabase(
  { config, folder }: BackupWork,
  { database }: Manifest,
  recovery: Recovery,
): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  if (config.databaseUrl === null) {
    const { url, stop } = await restoreCluster(config.dataDir, folder, recovery);
    return { ownerUrl: url, stop };
  }
  const { url: ownerUrl } = migrationAccount(config.databaseUrl, config.migrationDatabaseUrl);
  if (database !== null) await loadDump(ownerUrl, join(folder, PARTS.dump));
  return { ownerUrl, stop: () => Promise.resolve() };
}
