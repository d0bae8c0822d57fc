/** Makes a backup: database, files, anchors of the audit trail. Keys are written apart (`keysFile.ts`). */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { anchorFileIn } from '../audit/anchorFile.ts';
import { anchorObjects } from '../audit/anchorObjects.ts';
import type { Config } from '../config.ts';
import { openObjectStore } from '../files/openObjectStore.ts';
import type { ObjectStore } from '../files/objectStore.ts';
import { BackupProblem } from './backupProblem.ts';
import { backUpDatabase } from './backUpDatabase.ts';
import { backUpFiles } from './backUpFiles.ts';
import type { BackupTools, BackupWork } from './backupWork.ts';
import { fingerprintOf, readKeys } from './keysFile.ts';
import { FORMAT, type KeyIds, type Manifest } from './manifest.ts';
import { makeFolder } from './newFolder.ts';
import { PARTS, writePart, writeSums, type Part } from './parts.ts';
import { openSource, readState } from './source.ts';

const PRODUCT = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  version: string;
};

/** Makes the folder `target`. Throws a `BackupProblem` or `SetupProblem` where the operator must act. */
export async function makeBackup(
  config: Config,
  { target, withDatabase }: { target: string; withDatabase: boolean },
  tools: BackupTools,
): Promise<Manifest> {
  if (target.startsWith(join(config.dataDir, '/')))
    throw new BackupProblem(`${target} is in DATA_DIR; name a folder on another disk`);
  const objects = await openObjectStore(config, () => {});
  const source = await openSource(config);
  try {
    return await makeFolder(target, (folder) =>
      writeAll({ config, folder, ...tools }, { ownerUrl: source.ownerUrl, objects }, withDatabase),
    );
  } finally {
    await source.close();
    objects.close();
  }
}

async function writeAll(
  work: BackupWork,
  { ownerUrl, objects }: { ownerUrl: string; objects: ObjectStore },
  withDatabase: boolean,
): Promise<Manifest> {
  const startedAt = new Date().toISOString();
  const { postgres, migrations, auditKeys } = await readState(ownerUrl);
  // A file may go with its row while the database is copied, and is stored before its row: those of before and after
  // are all that the copied database names.
  const before = withDatabase ? await backUpFiles(work, ownerUrl, objects) : undefined;
  const database = withDatabase ? await backUpDatabase(work, ownerUrl, postgres) : null;
  const finishedAt = new Date().toISOString();
  const files = await backUpFiles(work, ownerUrl, objects, before);
  const copied = [...files.values()].filter((part) => part !== null);
  const parts = [...(database?.parts ?? []), ...copied, ...(await backUpAnchors(work, objects))];
  const manifest: Manifest = {
    format: FORMAT,
    product: PRODUCT.version,
    startedAt,
    finishedAt,
    database: database?.description ?? null,
    migrations,
    keys: keyIds(work.config, auditKeys),
    missingFiles: [...files].flatMap(([fileKey, part]) => (part ? [] : [fileKey])),
    parts: parts.length,
  };
  const text = Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  await writeSums(work.folder, [await writePart(work.folder, PARTS.manifest, text, work), ...parts]);
  return manifest;
}

/** After the database: the file then has all records that the copied database knows. */
async function backUpAnchors({ config, folder, signal }: BackupWork, objects: ObjectStore): Promise<Part[]> {
  if (config.s3) {
    const lines = Readable.from(linesEnded(anchorObjects(objects).lines()), { objectMode: false });
    return [await writePart(folder, PARTS.anchors, lines, { signal })];
  }
  const { path } = anchorFileIn(config.dataDir);
  return existsSync(path) ? [await writePart(folder, PARTS.anchors, createReadStream(path), { signal })] : [];
}

async function* linesEnded(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}

function keyIds({ secret, dataDir }: Config, audit: string[]): KeyIds {
  const { secret: own } = readKeys(dataDir);
  return { audit, secret: secret === null && own !== null ? fingerprintOf(own) : null };
}
