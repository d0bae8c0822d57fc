/** Copies the database: the embedded one as its files, one of the operator's own with pg_dump. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OWNER_SECRET } from '../storage/embedded/clusterPlace.ts';
import { platformName } from '../storage/embedded/binaries.ts';
import { everySomeSeconds, type BackupWork } from './backupWork.ts';
import { withBaseBackup } from './baseBackup.ts';
import { withDump } from './clientPrograms.ts';
import type { BackedUpDatabase } from './manifest.ts';
import { PARTS, writePart, type Part } from './parts.ts';

/** Pages compress well; higher levels take several times as long for some per cent. */
const GZIP_LEVEL = 1;
const MEGABYTE = 2 ** 20;

interface CopiedDatabase {
  description: BackedUpDatabase;
  parts: Part[];
}

export async function backUpDatabase(
  work: BackupWork,
  ownerUrl: string,
  postgres: number,
): Promise<CopiedDatabase> {
  const { config, folder, signal } = work;
  const onBytes = everySomeSeconds((bytes) =>
    work.report(`database: ${Math.round(bytes / MEGABYTE)} MB written so far`),
  );
  if (config.databaseUrl !== null) {
    const dump = await withDump(ownerUrl, (archive) =>
      writePart(folder, PARTS.dump, archive, { signal, onBytes }),
    );
    return { description: { kind: 'dump', postgres }, parts: [dump] };
  }
  const cluster = await withBaseBackup(ownerUrl, async (archive) => {
    const gzip = createGzip({ level: GZIP_LEVEL });
    const [part] = await Promise.all([
      writePart(folder, PARTS.cluster, gzip, { signal, onBytes }),
      pipeline(archive, gzip, { signal }),
    ]);
    return part;
  });
  const secret = createReadStream(join(config.dataDir, OWNER_SECRET));
  return {
    description: { kind: 'cluster', postgres, platform: platformName() },
    parts: [cluster, await writePart(folder, PARTS.ownerSecret, secret, work)],
  };
}
