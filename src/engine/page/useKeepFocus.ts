import { useEffect, type RefObject } from 'react';
import { focusInstead } from './fallbackFocus.ts';

const FOCUSABLE = '[data-row-toggle], [data-action="addRow"]';

/**
 * Keeps the focus inside the form when the focused element is removed (a row undone, a field hidden): moves it to what is
 * drawn in its place (the item as one that may not be seen), to the nearest remaining row or group, else to the form.
 */
export function useKeepFocus(form: RefObject<HTMLElement | null>): void {
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
      const connected = around.find((one) => one.isConnected);
      const near = connected?.closest('[data-list]')?.querySelector<HTMLElement>(FOCUSABLE);
      const inPlace = document.getElementById(focused.id);
      focusInstead(inPlace ?? near ?? root, { preventScroll: near === undefined });
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
