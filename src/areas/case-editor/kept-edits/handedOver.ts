/** Edits handed from one page to another of this tab: what was typed while a new row was being saved. */
import type { KeptEdits } from '../../../engine/index.ts';
import type { PagePlace } from '../page.queries.ts';
import { journalPlace } from './keptEdits.ts';

const handedOver = new Map<string, KeptEdits>();

/** Leaves edits for the page at `place`. */
export const handOverEdits = (sponsorKey: number, place: PagePlace, edits: KeptEdits): void =>
  void handedOver.set(journalPlace(sponsorKey, place), edits);

/** The edits handed over to `place`; once. */
export function receiveEdits(sponsorKey: number, place: PagePlace): KeptEdits | null {
  const key = journalPlace(sponsorKey, place);
  const edits = handedOver.get(key) ?? null;
  handedOver.delete(key);
  return edits;
}
