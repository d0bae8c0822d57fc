/** Files by the hash of their content: the same bytes lie there once, and a file never changes. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

export interface FileStore {
  /** Answers the file's key: its SHA-256 in hex. The bytes are on the disk when this resolves. */
  put: (bytes: Uint8Array) => Promise<string>;
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

/** Written aside, flushed and renamed: under its key lies the whole file or none, also after a power loss. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomUUID()}`;
  const file = await open(aside, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  await flushDirectory(dirname(path));
  // a new folder is an entry of the one above it
  if (made) await flushDirectory(dirname(made));
}

/** Flushes the directory, so that a new name is on disk. Windows cannot open directories, and writes names through. */
async function flushDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(dir, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

export interface FilesWorld {
  files: FileStore;
}
