/** Reloads the whole application at the requested page and preserves unsaved edits. */
import { flushJournal } from '../journal/index.ts';
import { leaveWithoutAsking } from './unsavedChanges.ts';

interface Navigation {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
}
let router: Navigation | null = null;

/** Makes reloads lead where this router is about to go. */
export const followNavigation = (next: Navigation): void => {
  router = next;
};

/** The address on its way to be shown, or else the one shown. */
function wantedAddress(): string {
  const { pathname, search, hash } = router?.state.navigation.location ?? location;
  return pathname + search + hash;
}

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
