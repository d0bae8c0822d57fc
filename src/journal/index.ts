/** The journal of unsaved edits in this browser. */
import { useSyncExternalStore } from 'react';
import { makeListeners } from '../listeners/listeners.ts';
import { cipherOf } from './cipher.ts';
import { openJournalInMemory } from './inMemory.ts';
import { openJournal, type Journal } from './journal.ts';
import { flushJournal } from './recorder.ts';
import { openShelf } from './shelf.ts';
import { holdTab, livingTabs, TAB_ID } from './tab.ts';

export type { Entry } from './journal.ts';
export { flushJournal, startRecorder, type Recorder } from './recorder.ts';
export { TAB_ID } from './tab.ts';

export type JournalState = Journal | 'opening';

let state: JournalState = 'opening';
/** whose journal is open or being opened */
let owner: number | null = null;
const listeners = makeListeners();

function set(next: JournalState): void {
  state = next;
  listeners.notify();
}

/**
 * Opens the journal of the authenticated user; where this browser, or an address without https, has no place or no
 * encryption for it, one of this visit. `keyOf` requests the user's key from the server.
 */
export async function startJournal(userKey: number, keyOf: () => Promise<string>): Promise<void> {
  if (owner === userKey) return;
  owner = userKey;
  set('opening');
  try {
    if (!globalThis.isSecureContext || !crypto.subtle || !navigator.locks)
      throw new Error('encryption and locks need https');
    const [shelf, cipher] = await Promise.all([openShelf(), keyOf().then(cipherOf), holdTab()]);
    const journal = await openJournal({ userKey, tab: TAB_ID, shelf, cipher, livingTabs, now: Date.now });
    if (owner === userKey) set(journal);
  } catch (error) {
    console.warn('unsaved edits are not kept on this device', error);
    const journal = await openJournalInMemory(userKey, TAB_ID);
    if (owner === userKey) set(journal);
  }
}

/** Forgets the key: the next user of this tab has another one. */
export async function stopJournal(): Promise<void> {
  await flushJournal();
  owner = null;
  set('opening');
}

export const useJournal = (): JournalState => useSyncExternalStore(listeners.add, () => state);

/** Does this device store unsaved edits? Not before the journal is open, nor if it is unavailable. */
export function useKeepsEdits(): boolean {
  const journal = useJournal();
  return journal !== 'opening' && journal.isLasting;
}

// the last moments in which a page can do anything
globalThis.addEventListener('pagehide', () => void flushJournal());
globalThis.document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushJournal();
});
