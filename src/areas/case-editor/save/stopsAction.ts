import { showInfo } from '../../../components/index.ts';
import { stopForRefusedEntry, type PageSession } from '../../../engine/index.ts';

/**
 * Called before any action on the case (save, lock, export): was an entry just cleared? Then the user is told which, and
 * its field has the focus.
 */
export function stopsAction(session: PageSession): boolean {
  const refused = stopForRefusedEntry(session);
  if (refused !== null) showInfo(refused);
  return refused !== null;
}
