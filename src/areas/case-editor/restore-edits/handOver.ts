/** Hands edits from one page to another in this tab: those made while a new row was being saved. */
import type { EditsSnapshot } from '../../../engine/index.ts';
import type { PageAddress } from '../page.queries.ts';
import { journalKey } from './restoreOffer.ts';

const handovers = new Map<string, EditsSnapshot>();

/** Leaves edits for the page at `place`. */
export const handOverEdits = (sponsorKey: number, place: PageAddress, edits: EditsSnapshot): void =>
  void handovers.set(journalKey(sponsorKey, place), edits);

/** The edits left for `place`, which are removed. */
export function receiveEdits(sponsorKey: number, place: PageAddress): EditsSnapshot | null {
  const key = journalKey(sponsorKey, place);
  const edits = handovers.get(key) ?? null;
  handovers.delete(key);
  return edits;
}
