import { showInfo } from '../../components/index.ts';
import { stopForRefusedEntry, type PageSession } from '../../engine/index.ts';

/**
 * Called before any action on the case (save, lock, export). True if a field has just discarded an invalid entry: the
 * user is informed, and the field gets the focus.
 */
export function stopsAction(session: PageSession): boolean {
  const refused = stopForRefusedEntry(session);
  if (refused !== null) showInfo(refused);
  return refused !== null;
}
