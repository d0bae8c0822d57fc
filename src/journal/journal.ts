/** Unsaved edits of one user, encrypted on this device until they are saved or discarded. */
import { makeListeners } from '../listeners/listeners.ts';
import type { Cipher } from './cipher.ts';
import type { SealedEntry, Shelf } from './shelf.ts';

/** How long abandoned edits are stored. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** What is unsaved at one place. The journal does not look into `edits`. */
export interface Unsaved {
  /** the page, in the user's words */
  title: string;
  /** its address in the product */
  path: string;
  /** changed items and rows */
  count: number;
  edits: unknown;
}

export interface Entry extends Unsaved {
  id: string;
  place: string;
  /** ISO 8601: when it was written last */
  at: string;
}

/** Writes the entry of one open page. Writes follow each other. */
interface Writer {
  keep(unsaved: Unsaved): Promise<void>;
  clear(): Promise<void>;
  /** The page is left: from now on its entry is one to be offered. */
  close(): void;
}

export interface Journal {
  readonly userKey: number;
  /** its entries outlive the tab */
  readonly isLasting: boolean;
  /** A new entry at a place; what was written there before stays. */
  open(place: string): Writer;
  remove(id: string): Promise<void>;
  /** The user's entries that no open page, here or in another living tab, is writing; newest first. */
  entries(): Promise<Entry[]>;
  /** Called when there are other entries to be offered. */
  subscribe(listener: () => void): () => void;
}

export interface JournalWorld {
  userKey: number;
  /** of this tab */
  tab: string;
  shelf: Shelf;
  cipher: Cipher;
  /** other tabs that live */
  livingTabs: () => Promise<ReadonlySet<string>>;
  now: () => number;
  /** entries outlive the tab; left out: they do */
  isLasting?: boolean;
}

/** Counts the pages opened in this tab, by any user, so that a later page never overwrites an entry. */
let openings = 0;

/** Opens the journal of a user and removes expired entries of all users. */
export async function openJournal(world: JournalWorld): Promise<Journal> {
  const { userKey, tab, shelf, cipher, livingTabs, now, isLasting = true } = world;
  const listeners = makeListeners();
  /** ids of entries that open pages of this tab write */
  const open = new Set<string>();
  let last: Promise<void> = Promise.resolve();

  const write = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work);
    // The caller receives the failure; it does not block the next write.
    last = mine.catch(() => {});
    return mine;
  };

  const unsealed = async (sealed: SealedEntry): Promise<Entry[]> => {
    const { id, at } = sealed;
    try {
      const { place, ...unsaved } = JSON.parse(await cipher.open(sealed, id)) as Unsaved & { place: string };
      return [{ ...unsaved, id, place, at: new Date(at).toISOString() }];
    } catch (error) {
      console.warn('kept edits cannot be read and are thrown away', error);
      await write(() => shelf.remove(id));
      return [];
    }
  };

  for (const { id, at } of await shelf.all()) if (at < now() - RETENTION_MS) await shelf.remove(id);
  return {
    userKey,
    isLasting,
    open(place) {
      openings += 1;
      const id = `${userKey}/${place}/${tab}/${openings}`;
      open.add(id);
      return {
        keep: (unsaved) =>
          write(async () => {
            const sealed = await cipher.seal(JSON.stringify({ place, ...unsaved }), id);
            await shelf.put({ id, userKey, tab, at: now(), ...sealed });
          }),
        clear: () => write(() => shelf.remove(id)),
        close() {
          open.delete(id);
          void last.then(() => listeners.notify());
        },
      };
    },
    remove: (id) => write(() => shelf.remove(id)).finally(listeners.notify),
    async entries() {
      await last;
      const [all, living] = await Promise.all([shelf.all(), livingTabs()]);
      const own = all.filter(
        (entry) => entry.userKey === userKey && !living.has(entry.tab) && !open.has(entry.id),
      );
      return (await Promise.all(own.toSorted((a, b) => b.at - a.at).map(unsealed))).flat();
    },
    subscribe: listeners.add,
  };
}
