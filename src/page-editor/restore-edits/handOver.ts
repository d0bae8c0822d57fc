/** Hands edits from one page to another in this tab: those made while a new row or record was being saved. */
import { changeCount } from '../../../shared/case/changeSet.ts';
import type { EditsSnapshot, PageSession } from '../../engine/index.ts';
import { separateEdits } from './restoreOffer.ts';

const handovers = new Map<string, EditsSnapshot>();

/** Leaves edits for a page. `place`: its key in the journal. */
export const handOverEdits = (place: string, edits: EditsSnapshot): void => void handovers.set(place, edits);

/** The edits left for a page, which are removed. */
export function receiveEdits(place: string): EditsSnapshot | null {
  const edits = handovers.get(place) ?? null;
  handovers.delete(place);
  return edits;
}

/** Takes edits into a page; answers those that it cannot take, all of them where it is read only. */
export function takeReceived(session: PageSession, received: EditsSnapshot): EditsSnapshot | null {
  if (session.readOnly) return received;
  const { fitting, unfit } = separateEdits(received, session);
  session.restoreEdits(fitting);
  return changeCount(unfit) > 0 ? { ...received, changes: unfit } : null;
}
