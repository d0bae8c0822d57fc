/** Whether the open page has unsaved changes: one answer for menu, navigation, version check and the browser's own question. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { makeListeners } from '../listeners/listeners.ts';

/** Changes of a part of the page, e.g. of one of several tabs. */
interface Changes {
  drop: () => void;
  /** addresses that keep the changes: that of a case and those below it; null: none does */
  within: string | null;
}

const open = new Set<Changes>();
const listeners = makeListeners();

const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

function afterChange(): void {
  if (open.size > 0) window.addEventListener('beforeunload', askBeforeUnload);
  else window.removeEventListener('beforeunload', askBeforeUnload);
  listeners.notify();
}

export const hasUnsavedChanges = (): boolean => open.size > 0;

/** Are there unsaved changes that a navigation to this path would lose? */
export const losesChanges = (pathname: string): boolean =>
  [...open].some(
    ({ within }) => within === null || !(pathname === within || pathname.startsWith(`${within}/`)),
  );

/** Lets the page be left without a question and without dropping: drafts outlive it. */
export function leaveWithoutAsking(): void {
  open.clear();
  afterChange();
}

/** Drops the changes as the page that registered them does. */
export function discardChanges(): void {
  const all = [...open];
  leaveWithoutAsking();
  for (const { drop } of all) drop();
}

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(listeners.add, hasUnsavedChanges);

/**
 * Registers the unsaved changes of a page or of a part of it, and how they are dropped.
 * `within`: a path that, with all paths below it, keeps them.
 */
export function useUnsavedChanges(dirty: boolean, drop: () => void, within: string | null = null): void {
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    if (!dirty) return;
    const changes = { drop: () => dropNow(), within };
    open.add(changes);
    afterChange();
    return () => {
      open.delete(changes);
      afterChange();
    };
  }, [dirty, within]);
}
