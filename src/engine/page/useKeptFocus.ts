import { useEffect, type RefObject } from 'react';

const FOCUSABLE = '[data-row-toggle], [data-action="addRow"]';

/**
 * Keeps the focus inside of the form when the focused element is taken away (a row undone, a field hidden by its
 * condition): it goes to the nearest element that is left, the row or group around it, else to the form itself.
 */
export function useKeptFocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = form.current;
    if (!root) return;
    let around: Element[] = [];
    const remember = (event: FocusEvent) => {
      around = [];
      for (let at = event.target as Element | null; at && at !== root; at = at.parentElement) around.push(at);
    };
    const onChange = () => {
      const [focused] = around;
      if (!focused || focused.isConnected) return;
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const left = around.find((one) => one.isConnected);
      const near = left?.closest('[data-list]')?.querySelector<HTMLElement>(FOCUSABLE);
      (near ?? root).focus({ preventScroll: near === undefined });
    };
    const watcher = new MutationObserver(onChange);
    watcher.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', remember);
    return () => {
      watcher.disconnect();
      root.removeEventListener('focusin', remember);
    };
  }, [form]);
}
