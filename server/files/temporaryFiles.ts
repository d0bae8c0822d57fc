/** Files that are made to be fetched once or twice and then removed, each under the key of what made it. */
import type { Readable } from 'node:stream';
import type { ObjectStore } from './objectStore.ts';

export interface TemporaryFiles {
  /** Under the key is the whole file or what was there before; an aborted signal leaves nothing. */
  write: (key: string, content: Readable, signal: AbortSignal) => Promise<void>;
  /** null: there is no such file */
  read: (key: string) => Promise<Readable | null>;
  /** A file that does not exist is removed already. */
  remove: (key: string) => Promise<void>;
  /** Removes the files that were written before that time. */
  removeOlderThan: (before: Date) => Promise<void>;
}

const FOLDER = 'exports';

export function temporaryFilesIn(objects: ObjectStore): TemporaryFiles {
  const keyOf = (key: string): string => {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error(`'${key}' is not the key of a file`);
    return `${FOLDER}/${key}`;
  };
  return {
    write: async (key, content, signal) => objects.put(keyOf(key), content, signal),
    read: async (key) => objects.read(keyOf(key)),
    remove: async (key) => objects.remove(keyOf(key)),
    removeOlderThan: async (before) => {
      for await (const { key, at } of objects.list(FOLDER)) if (at < before) await objects.remove(key);
    },
  };
}

export interface TemporaryFilesWorld {
  temporaryFiles: TemporaryFiles;
}
