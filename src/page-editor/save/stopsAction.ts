import i18next from 'i18next';
import { showInfo } from '../../components/index.ts';
import { stopForRefusedEntry, type PageSession } from '../../engine/index.ts';

/**
 * Called before any action on the case (save, lock, export). True if a field has just discarded an invalid entry, which
 * gets the focus, or a file or a translation is on its way, which the action would leave out: the user is informed.
 */
export function stopsAction(session: PageSession): boolean {
  const isPending = session.store.get(session.pendingCount) > 0;
  const why = stopForRefusedEntry(session) ?? (isPending ? i18next.t('engine:pending') : null);
  if (why !== null) showInfo(why);
  return why !== null;
}
