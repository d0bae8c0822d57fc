/** Whether the open page has unsaved changes: one answer for menu, navigation, version check and the browser's own question. */
import { useEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../listeners/listeners.ts';

let discard: (() => void) | null = null;
/** addresses that keep the changes: that of a case and those below it */
let sparedPath: string | null = null;
const listeners = makeListeners();

const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

function set(next: (() => void) | null, within: string | null = null): void {
  discard = next;
  sparedPath = within;
  if (next) window.addEventListener('beforeunload', askBeforeUnload);
  else window.removeEventListener('beforeunload', askBeforeUnload);
  listeners.notify();
}

export const hasUnsavedChanges = (): boolean => discard !== null;

/** Are there unsaved changes that a navigation to this path would lose? */
export const losesChanges = (pathname: string): boolean =>
  discard !== null &&
  (sparedPath === null || !(pathname === sparedPath || pathname.startsWith(`${sparedPath}/`)));

/** Lets the page be left without a question and without dropping: drafts outlive it. */
export const leaveWithoutAsking = (): void => set(null);

/** Drops the changes as the page that registered them does. */
export function discardChanges(): void {
  const drop = discard;
  set(null);
  drop?.();
}

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(listeners.add, hasUnsavedChanges);

/**
 * Registers the unsaved changes of a page, and how they are dropped. `drop` must not change identity while mounted.
 * `within`: a path that, with all paths below it, keeps them.
 */
export function useUnsavedChanges(dirty: boolean, drop: () => void, within: string | null = null): void {
  useEffect(() => {
    if (!dirty) return;
    set(drop, within);
    return () => set(null);
  }, [dirty, drop, within]);
}
