/** Where sealed entries lie: a table of the browser's database, shared by all users and tabs of this origin. */
import type { Sealed } from './cipher.ts';

export interface SealedEntry extends Sealed {
  id: string;
  userKey: number;
  tab: string;
  /** milliseconds since 1970 */
  at: number;
}

export interface Shelf {
  put(entry: SealedEntry): Promise<void>;
  remove(id: string): Promise<void>;
  all(): Promise<SealedEntry[]>;
}

const NAME = 'casewright';
const TABLE = 'journal';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser database failed'));
  });

/** Rejects where the browser keeps no database, e.g. in a private window of some browsers. */
export async function openShelf(): Promise<Shelf> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: 'id' });
  const database = await done(opening);
  // a tab of a newer version may change the table
  database.onversionchange = () => database.close();

  const write = (work: (table: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      // `strict`: done means written to the disk, not only handed to the operating system.
      const step = database.transaction(TABLE, 'readwrite', { durability: 'strict' });
      step.oncomplete = () => resolve();
      step.onabort = () => reject(step.error ?? new Error('the browser database refused to write'));
      work(step.objectStore(TABLE));
      step.commit();
    });
  return {
    put: (entry) => write((table) => table.put(entry)),
    remove: (id) => write((table) => table.delete(id)),
    all: () => done(database.transaction(TABLE).objectStore(TABLE).getAll() as IDBRequest<SealedEntry[]>),
  };
}
