/** Parts of a backup: its files, listed with their SHA-256 in the format of `sha256sum`. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { keyOfFile } from '../files/fileKey.ts';
import { BackupProblem } from './backupProblem.ts';

/** Paths of parts; files of the file store are below the last one. */
export const PARTS = {
  manifest: 'manifest.json',
  cluster: 'database/base.tar.gz',
  dump: 'database/database.dump',
  ownerSecret: 'database/postgres.secret',
  anchors: 'audit/anchors.jsonl',
  files: 'files/',
} as const;

/** The list of the parts; a folder without it is no backup. */
const SUMS = 'SHA256SUMS';
/** A path below the folder, never one that leads out of it. */
const LINE = /^([\da-f]{64}) {2}(\w[\w.-]*(?:\/\w[\w.-]*)*)$/;

export interface Part {
  /** below the folder, with `/` */
  path: string;
  sha256: string;
}

export interface PartOptions {
  signal: AbortSignal;
  /** Reports the bytes written so far. */
  onBytes?: (bytes: number) => void;
}

/** Writes a part. Resolves when it is on the disk. */
export async function writePart(
  folder: string,
  path: string,
  source: Readable,
  { signal, onBytes }: PartOptions,
): Promise<Part> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      onBytes?.(size);
      yield piece;
    }
  };
  await pipeline(source, measure, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), {
    signal,
  });
  return { path, sha256: hash.digest('hex') };
}

export const writeSums = (folder: string, parts: readonly Part[]): Promise<void> =>
  writeFile(join(folder, SUMS), parts.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''), {
    mode: 0o600,
    flush: true,
  });

/** The parts in their order. Throws a `BackupProblem` where the list is missing or damaged. */
export async function* readSums(folder: string): AsyncGenerator<Part> {
  try {
    for await (const line of createInterface({ input: createReadStream(join(folder, SUMS)) })) {
      const [, sha256, path] = LINE.exec(line) ?? [];
      if (sha256 === undefined || path === undefined) throw new BackupProblem(`${SUMS} is damaged`);
      yield { path, sha256 };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupProblem(`${folder} is not a complete backup: it has no ${SUMS}`, { cause: error });
  }
}

/** Throws a `BackupProblem` that names the part if it is missing, cannot be read, or its content is not what was written. */
export async function verifyPart(folder: string, { path, sha256 }: Part): Promise<void> {
  let found: string;
  try {
    found = await keyOfFile(join(folder, path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`;
    throw new BackupProblem(`the backup is damaged: ${path} ${why}`, { cause: error });
  }
  if (found !== sha256) throw new BackupProblem(`the backup is damaged: ${path} is not what was written`);
}
