/** Files that are made to be fetched once or twice and then removed, each under the key of what made it. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface TemporaryFiles {
  /** Under the key lies the whole file or what lay there before; an aborted signal leaves nothing. */
  write: (key: string, content: Readable, signal: AbortSignal) => Promise<void>;
  /** null: there is no such file */
  read: (key: string) => Promise<Readable | null>;
  /** A file that is not there is removed already. */
  remove: (key: string) => Promise<void>;
}

/** Files in a directory of the disk; several processes may share it. */
export function temporaryFilesIn(dir: string): TemporaryFiles {
  const pathOf = (key: string): string => {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error(`'${key}' is not the key of a file`);
    return join(dir, key);
  };
  return {
    write: async (key, content, signal) => {
      const path = pathOf(key);
      const aside = `${path}.${randomUUID()}`;
      await mkdir(dir, { recursive: true });
      try {
        await pipeline(content, createWriteStream(aside, { flags: 'wx', flush: true }), { signal });
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    read: async (key) => {
      const path = pathOf(key);
      try {
        await access(path);
        return createReadStream(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

export interface TemporaryFilesWorld {
  temporaryFiles: TemporaryFiles;
}
