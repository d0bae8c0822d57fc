/** Files by the hash of their content: the same bytes lie there once, and a file never changes. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { readPieces } from './readPieces.ts';

export interface FileStore {
  /** Answers the file's key: its SHA-256 in hex. The bytes are on the disk when this resolves. */
  put: (bytes: Uint8Array) => Promise<string>;
  /** The same for a file of the disk, which may be moved; its content is not held in memory. */
  putFile: (path: string) => Promise<string>;
  has: (fileKey: string) => Promise<boolean>;
  /** null: there is no such file */
  get: (fileKey: string) => Promise<Uint8Array | null>;
  stream: (fileKey: string) => Promise<Readable | null>;
}

/** A file store in a directory of the disk; several processes may share it. */
export function diskFileStore(dir: string): FileStore {
  // two levels, so that no folder grows large; anything but a hash is no key and leads nowhere
  const pathOf = (fileKey: string): string | null =>
    /^[0-9a-f]{64}$/.test(fileKey) ? join(dir, fileKey.slice(0, 2), fileKey) : null;

  const find = async (fileKey: string): Promise<string | null> => {
    const path = pathOf(fileKey);
    return path !== null && (await exists(path)) ? path : null;
  };

  return {
    put: async (bytes) => {
      const fileKey = createHash('sha256').update(bytes).digest('hex');
      const path = join(dir, fileKey.slice(0, 2), fileKey);
      if (!(await exists(path))) await writeWhole(path, bytes);
      return fileKey;
    },
    putFile: async (source) => {
      const fileKey = await hashOf(source);
      const path = join(dir, fileKey.slice(0, 2), fileKey);
      if (!(await exists(path))) await moveWhole(source, path);
      return fileKey;
    },
    has: async (fileKey) => (await find(fileKey)) !== null,
    get: async (fileKey) => {
      const path = await find(fileKey);
      return path === null ? null : readFile(path);
    },
    stream: async (fileKey) => {
      const path = await find(fileKey);
      return path === null ? null : createReadStream(path);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The key of a file: the hash of its content. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

const writeWhole = (path: string, bytes: Uint8Array): Promise<void> =>
  replaceWhole(path, (aside) => writeFile(aside, bytes, { flag: 'wx', flush: true }));

/** A file of another file system is copied. */
const moveWhole = (source: string, path: string): Promise<void> =>
  replaceWhole(path, async (aside) => {
    try {
      await rename(source, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyFile(source, aside);
    }
    await flush(aside, 'r+');
  });

/** Under the path is the whole file or none, also after a power loss: it is written aside, flushed and renamed. */
async function replaceWhole(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomUUID()}`;
  try {
    await write(aside);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await flushDirectory(dirname(path));
  // a new folder is an entry of the one above it
  if (made) await flushDirectory(dirname(made));
}

/** Flushes the directory, so that a new name is on disk. Windows cannot open directories, and writes names through. */
export async function flushDirectory(dir: string): Promise<void> {
  if (process.platform !== 'win32') await flush(dir, 'r');
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

export interface FilesWorld {
  files: FileStore;
}
