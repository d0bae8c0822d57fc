/** Returns the focus to where a dialog was opened when it closes. */
import { useEffect } from 'react';

const DIALOG = '[role="dialog"]';

const holdsDialog = (node: Node): boolean =>
  node instanceof Element && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null);

/** What lies on top: the dialog that was opened last, or the page. */
const topLayer = (): Element => [...document.querySelectorAll(DIALOG)].at(-1) ?? document.body;

/**
 * Gives the focus back when a dialog is gone and nothing else has taken it: to what had it last in the dialog below, or on
 * the page. For all dialogs at once: one that is drawn only while it is open cannot do it for itself.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    const lastIn = new WeakMap<Element, HTMLElement>();
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) lastIn.set(target.closest(DIALOG) ?? document.body, target);
    };
    const watcher = new MutationObserver((records) => {
      if (!records.some(({ removedNodes }) => [...removedNodes].some(holdsDialog))) return;
      const lost = document.activeElement === null || document.activeElement === document.body;
      const opener = lastIn.get(topLayer());
      if (lost && opener?.isConnected) opener.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watcher.disconnect();
    };
  }, []);
}
