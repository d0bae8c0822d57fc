/**
 * A journal of this visit only, where the browser stores or encrypts nothing: what a page cannot take is offered as
 * elsewhere, and is gone with the tab. It needs no encryption, as nothing leaves the memory of the page.
 */
import type { Cipher } from './cipher.ts';
import { openJournal, type Journal } from './journal.ts';
import type { SealedEntry, Shelf } from './shelf.ts';

const plain: Cipher = {
  seal: (text) => Promise.resolve({ nonce: new Uint8Array(), bytes: new TextEncoder().encode(text).buffer }),
  open: ({ bytes }) => Promise.resolve(new TextDecoder().decode(bytes)),
};

/** Opens an empty one. */
export function openJournalInMemory(userKey: number, tab: string): Promise<Journal> {
  const entries = new Map<string, SealedEntry>();
  const shelf: Shelf = {
    put: (entry) => Promise.resolve(void entries.set(entry.id, entry)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    all: () => Promise.resolve([...entries.values()]),
  };
  const livingTabs = () => Promise.resolve(new Set<string>());
  return openJournal({ userKey, tab, shelf, cipher: plain, livingTabs, now: Date.now, isLasting: false });
}
