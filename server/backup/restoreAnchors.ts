/**
 * Restores the anchor file up to the newest record that the restored database knows. Newer records anchor saves that are not
 * in that database; they stay in the backup as evidence.
 */
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { anchorFileIn, readAnchorLine, type AnchorFile } from '../audit/anchorFile.ts';
import { findLastAnchor } from '../audit/appendRecords.ts';
import { flushDirectory } from '../files/flush.ts';
import type { Db } from '../storage/database.ts';

export interface RestoredAnchors {
  /** records that the database knows and the file does not have */
  missing: number;
}

/** Lines that are appended to object storage together. */
const PORTION = 500;

/** `target`: the data directory, or the anchors in object storage. */
export async function restoreAnchors(
  db: Db,
  source: string,
  target: string | AnchorFile,
): Promise<RestoredAnchors> {
  const lastKnown = (await db.transaction().execute(findLastAnchor))?.anchor_no ?? 0;
  if (!existsSync(source)) return { missing: lastKnown };
  let no = 0;
  const known = async function* () {
    for await (const line of createInterface({ input: createReadStream(source) })) {
      const next = readAnchorLine(line)?.record.no ?? no;
      if (next > lastKnown) return;
      no = next;
      yield line;
    }
  };
  await (typeof target === 'string' ? writeFile(target, known()) : append(target, known()));
  return { missing: lastKnown - no };
}

async function writeFile(dataDir: string, lines: AsyncIterable<string>): Promise<void> {
  const { path } = anchorFileIn(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  const ended = Readable.from(lines).map((line: string) => `${line}\n`);
  await pipeline(ended, createWriteStream(path, { mode: 0o600, flush: true }));
  await flushDirectory(dirname(path));
}

async function append(anchors: AnchorFile, lines: AsyncIterable<string>): Promise<void> {
  let portion: string[] = [];
  for await (const line of lines) {
    portion.push(line);
    if (portion.length < PORTION) continue;
    await anchors.append(portion);
    portion = [];
  }
  if (portion.length > 0) await anchors.append(portion);
}
