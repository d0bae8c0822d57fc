import { showInfo } from '../../../components/index.ts';
import { stopForRefusedEntry, type PageSession } from '../../../engine/index.ts';

/**
 * Asked by whatever acts on the case (save, lock, export): does an entry that was just cleared stand in the way? Then
 * the user is told which, and its field has the focus.
 */
export function stopsAction(session: PageSession): boolean {
  const refused = stopForRefusedEntry(session);
  if (refused !== null) showInfo(refused);
  return refused !== null;
}
