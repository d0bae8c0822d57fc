/** Hands edits from one page to another in this tab: those made while a new row or record was being saved. */
import type { EditsSnapshot } from '../../engine/index.ts';

const handovers = new Map<string, EditsSnapshot>();

/** Leaves edits for a page. `place`: its key in the journal. */
export const handOverEdits = (place: string, edits: EditsSnapshot): void => void handovers.set(place, edits);

/** The edits left for a page, which are removed. */
export function receiveEdits(place: string): EditsSnapshot | null {
  const edits = handovers.get(place) ?? null;
  handovers.delete(place);
  return edits;
}
