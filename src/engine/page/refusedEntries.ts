/**
 * Entries that were no value, and were discarded when their field was left (specification section 5). Pressing a button
 * leaves the field too, so the button's action must not go on as if nothing had happened: it stops once, with a message.
 */
import { atom } from 'jotai';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { PageSession } from '../session/pageSession.ts';

interface RefusedEntry {
  address: ItemAddress;
  /** for the user, with the item's label */
  message: string;
}

interface Noted {
  message: string;
  /** what the item has instead of the entry */
  left: ItemValue;
}

// a page's own: they are read and written in the store of its session
const refused = atom<ReadonlyMap<string, Noted>>(new Map());

/** The refused entry that stopped an action; the form scrolls to its field. Each new object scrolls again. */
export const stoppedAt = atom<RefusedEntry | null>(null);

/** Notes that an entry was discarded, or (null) that its field was dealt with since. */
export function noteRefused(session: PageSession, address: ItemAddress, message: string | null): void {
  const { store } = session;
  const key = addressKey(address);
  const known = store.get(refused);
  if (message === null && !known.has(key)) return;
  const next = new Map(known);
  if (message === null) next.delete(key);
  else next.set(key, { message, left: session.get(address) });
  store.set(refused, next);
}

/**
 * Is there an entry that was discarded and that the user has not dealt with? Then its field gets the focus, and the
 * answer says what happened: the action that asks must not go on. The next time it may, the user knows by then.
 */
export function stopForRefusedEntry(session: PageSession): string | null {
  for (const [key, { message, left }] of session.store.get(refused)) {
    const address = parseAddressKey(key);
    noteRefused(session, address, null);
    // undone, or entered again
    if (differs(session.get(address), left)) continue;
    session.store.set(stoppedAt, { address, message });
    return message;
  }
  return null;
}
