/** What stops the user once from leaving a page: an entry that its field has just discarded. */
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { reenter } from '../keys/index.ts';

const stops = new Set<() => boolean>();

/**
 * Called before the user goes elsewhere. True if something of the page is to be looked at first, of which the user is
 * informed. A field with the caret takes what was typed into it before that.
 */
export function stopsLeaving(): boolean {
  const field = document.activeElement;
  // drawn at once: whether the page has unsaved changes is what follows
  if (field?.matches('[data-draft]')) flushSync(() => reenter(field));
  return [...stops].some((stop) => stop());
}

/** Registers such a part while it is drawn. `stop` must keep its identity. */
export function useLeaveStop(stop: () => boolean): void {
  useEffect(() => {
    stops.add(stop);
    return () => void stops.delete(stop);
  }, [stop]);
}
