/** Files by the hash of their content: the same bytes are stored once, and a file never changes. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Db } from '../storage/database.ts';
import { noteArrivals } from './fileArrival.store.ts';
import { isFileKey, keyOfBytes, keyOfFile, verified } from './fileKey.ts';
import type { ObjectStore } from './objectStore.ts';

export interface FileStore {
  /** Stores the bytes and returns their key. A file that no row refers to is removed after a day. */
  put: (bytes: Uint8Array) => Promise<string>;
  /** The same for a file of the local disk, which may be moved; its content is not held in memory. */
  putFile: (path: string) => Promise<string>;
  has: (fileKey: string) => Promise<boolean>;
  /** null: there is no such file. Fails with `DamagedFile` where the content is not what was stored. */
  get: (fileKey: string) => Promise<Uint8Array | null>;
  /** The same as a stream, which fails at its end. */
  stream: (fileKey: string) => Promise<Readable | null>;
}

export interface FilesWorld {
  files: FileStore;
}

/** Two levels, so that no folder grows large. */
export const objectKeyOf = (fileKey: string): string => `files/${fileKey.slice(0, 2)}/${fileKey}`;

/** Of a file store, what reads. */
export type ReadableFiles = Pick<FileStore, 'has' | 'get' | 'stream'>;

export function readableFiles(objects: ObjectStore): ReadableFiles {
  const stream: FileStore['stream'] = async (fileKey) => {
    const content = isFileKey(fileKey) ? await objects.read(objectKeyOf(fileKey)) : null;
    return content && verified(fileKey, content);
  };
  return {
    has: async (fileKey) => isFileKey(fileKey) && objects.exists(objectKeyOf(fileKey)),
    get: async (fileKey) => {
      const content = await stream(fileKey);
      return content && buffer(content);
    },
    stream,
  };
}

export function fileStore(objects: ObjectStore, db: Db): FileStore {
  const store = async (fileKey: string, write: (key: string) => Promise<void>): Promise<string> => {
    await noteArrivals(db, [fileKey]);
    const key = objectKeyOf(fileKey);
    if (!(await objects.exists(key))) await write(key);
    return fileKey;
  };
  return {
    ...readableFiles(objects),
    put: (bytes) => store(keyOfBytes(bytes), (key) => objects.put(key, Readable.from([bytes]))),
    putFile: async (path) => store(await keyOfFile(path), (key) => objects.putFile(key, path)),
  };
}
