/**
 * Restores the anchor file up to the newest record that the restored database knows. Newer records anchor saves that are not
 * in that database; they stay in the backup as evidence.
 */
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { anchorFileIn, readAnchorLine } from '../audit/anchorFile.ts';
import { findLastAnchor } from '../audit/appendRecords.ts';
import { flushDirectory } from '../files/flush.ts';
import type { Db } from '../storage/database.ts';

export interface RestoredAnchors {
  /** records that the database knows and the file does not have */
  missing: number;
}

export async function restoreAnchors(db: Db, source: string, dataDir: string): Promise<RestoredAnchors> {
  const lastKnown = (await db.transaction().execute(findLastAnchor))?.anchor_no ?? 0;
  if (!existsSync(source)) return { missing: lastKnown };
  const { path } = anchorFileIn(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  let no = 0;
  const known = async function* () {
    for await (const line of createInterface({ input: createReadStream(source) })) {
      const next = readAnchorLine(line)?.record.no ?? no;
      if (next > lastKnown) return;
      no = next;
      yield `${line}\n`;
    }
  };
  await pipeline(Readable.from(known()), createWriteStream(path, { mode: 0o600, flush: true }));
  await flushDirectory(dirname(path));
  return { missing: lastKnown - no };
}
