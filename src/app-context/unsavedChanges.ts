/** Whether the open page has unsaved changes: one answer for menu, navigation, version check and the browser's own question. */
import { useEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../listeners/listeners.ts';

let discard: (() => void) | null = null;
const listeners = makeListeners();

const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

function set(next: (() => void) | null): void {
  discard = next;
  if (next) window.addEventListener('beforeunload', askBeforeUnload);
  else window.removeEventListener('beforeunload', askBeforeUnload);
  listeners.notify();
}

export const hasUnsavedChanges = (): boolean => discard !== null;

/** Lets the page be left without a question and without dropping: drafts outlive it. */
export const leaveWithoutAsking = (): void => set(null);

/** Drops the changes as the page that registered them does. */
export function discardChanges(): void {
  const drop = discard;
  set(null);
  drop?.();
}

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(listeners.add, hasUnsavedChanges);

/** Registers the unsaved changes of a page, and how they are dropped. `drop` must not change identity while mounted. */
export function useUnsavedChanges(dirty: boolean, drop: () => void): void {
  useEffect(() => {
    if (!dirty) return;
    set(drop);
    return () => set(null);
  }, [dirty, drop]);
}
