/** Hands edits from one page to another in this tab: those made while a new row was being saved. */
import type { EditsSnapshot } from '../../../engine/index.ts';
import type { PageAddress } from '../page.queries.ts';
import { journalKey } from './journalKey.ts';

const handovers = new Map<string, EditsSnapshot>();

/** Leaves edits for the page at `pageAddress`. */
export const handOverEdits = (sponsorKey: number, pageAddress: PageAddress, edits: EditsSnapshot): void =>
  void handovers.set(journalKey(sponsorKey, pageAddress), edits);

/** The edits left for `pageAddress`, which are removed. */
export function receiveEdits(sponsorKey: number, pageAddress: PageAddress): EditsSnapshot | null {
  const key = journalKey(sponsorKey, pageAddress);
  const edits = handovers.get(key) ?? null;
  handovers.delete(key);
  return edits;
}
