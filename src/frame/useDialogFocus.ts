/** Whoever closes a dialog goes on where it was opened. */
import { useEffect } from 'react';

const DIALOG = '[role="dialog"]';

const holdsDialog = (node: Node): boolean =>
  node instanceof Element && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null);

/**
 * Gives the focus back when the last dialog is gone and nothing else has taken it. For all dialogs at once: one that is
 * drawn only while it is open cannot do it for itself.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    let opener: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(DIALOG)) opener = target;
    };
    const watcher = new MutationObserver((records) => {
      const closed = records.some(({ removedNodes }) => [...removedNodes].some(holdsDialog));
      if (!closed || document.querySelector(DIALOG)) return;
      const lost = document.activeElement === null || document.activeElement === document.body;
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
