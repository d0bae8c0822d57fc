/** Reloads the whole application at the requested page and preserves unsaved edits. */
import { flushJournal } from '../journal/index.ts';
import { wantedAddress } from './navigation.ts';
import { leaveWithoutAsking } from './unsavedChanges.ts';

/**
 * Reloads without the browser's question about unsaved edits: they are written down before, and offered again after.
 * Where a navigation is on its way the browser goes there: what failed while a page was opened must not lead back.
 */
export async function reloadAtRequested(): Promise<void> {
  await flushJournal();
  leaveWithoutAsking();
  const wanted = wantedAddress();
  if (wanted === location.pathname + location.search + location.hash) location.reload();
  else location.assign(wanted);
}
