/**
 * The port of the file storage: whole objects under keys such as `exports/4f1c...`, shared by all processes of an
 * installation. Adapters: a folder (`folderStore.ts`), object storage (`s3Store.ts`).
 */
import type { Readable } from 'node:stream';
import { Unavailable } from '../unavailable.ts';

interface StoredObject {
  key: string;
  /** when it was stored, by the clock of the storage */
  at: Date;
}

export interface ObjectStore {
  /** Where it is, for messages. */
  location: string;
  /**
   * Stores the content under the key. Readers see the whole content or what was there before, also after a failure, an
   * abort or a power loss; it is stored for good when this resolves.
   */
  put: (key: string, content: Readable, signal?: AbortSignal) => Promise<void>;
  /** The same for a file of the local disk, which may be moved. */
  putFile: (key: string, path: string) => Promise<void>;
  /** null: there is no such object */
  read: (key: string) => Promise<Readable | null>;
  exists: (key: string) => Promise<boolean>;
  /** An object that does not exist is removed already. */
  remove: (key: string) => Promise<void>;
  /** The objects whose keys begin with the folder and a slash, in order of their keys. */
  list: (folder: string) => AsyncIterable<StoredObject>;
  /** Removes what interrupted calls of `put` left before that time. */
  removeUnfinished: (before: Date) => Promise<void>;
  /** Rejects if the storage cannot be used. */
  probe: () => Promise<void>;
  close: () => void;
}

/** An adapter, whose failures `guardedStore` translates. */
export interface ObjectStoreAdapter extends ObjectStore {
  /** The failure of the storage behind an error of a call; null: the error concerns this call alone. */
  failureOf: (error: unknown) => FileStoreUnavailable | null;
}

/** The file storage cannot be reached, or cannot be read or written. The request may be sent again. */
export class FileStoreUnavailable extends Unavailable {
  override name = 'FileStoreUnavailable';
}

export interface ObjectsWorld {
  objects: ObjectStore;
}

const KEY = /^[\w-]+(\/[\w-]+)*(\.[a-z]+)?$/;

/** Returns the key. Throws for a text that is none, such as one that leads out of the storage. */
export function requireObjectKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`'${key}' is not the key of an object`);
  return key;
}
