/** The focus is not lost with what had it: it goes back to where a dialog or a menu was opened, or on to what is near. */
import { useEffect } from 'react';
import { firstIn } from '../components/Dialog.tsx';

const DIALOG = '[role="dialog"]';
const MENU = '[role="menu"]';
const LAYER = `${DIALOG}, ${MENU}`;
/** Parts of the frame: in such a part nothing is near to something else. */
const FRAME = 'main, header, nav, body';
const FOCUSABLE = 'a[href], :is(button, input, select, textarea):not(:disabled), [tabindex="0"]';

const holdsLayer = (node: Node): boolean =>
  node instanceof Element && (node.matches(LAYER) || node.querySelector(LAYER) !== null);

/** What lies on top: the dialog that was opened last, or the page. */
const topLayer = (): Element => [...document.querySelectorAll(DIALOG)].at(-1) ?? document.body;

/** What stays when the menu around has gone: an entry goes with it, and the button that opened it names it. */
const lastingPart = (focused: HTMLElement): HTMLElement => {
  const button = focused.closest(MENU)?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || focused;
};

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** An element and those around it, innermost first. */
function pathOf(element: Element | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at = element; at instanceof HTMLElement; at = at.parentElement) path.push(at);
  return path;
}

/** What is nearest to an element that has gone: beside it, or where its dialog begins. */
function nearest(path: readonly HTMLElement[]): HTMLElement | undefined {
  for (const around of path.filter(({ isConnected }) => isConnected)) {
    if (around.matches(FRAME)) return undefined;
    if (around.matches(DIALOG)) return firstIn(around);
    const near = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].find((one) => one.checkVisibility());
    if (near) return near;
  }
  return undefined;
}

/**
 * Gives the focus back when a dialog or a menu is gone and nothing else has taken it: to what had it last in the dialog
 * below, or on the page. What was removed or disabled by a key of the user gives it on: to what is near, or to itself once
 * it is enabled again. For all at once: what is drawn only for a time cannot do it for itself.
 */
export function useLastingFocus(): void {
  useEffect(() => {
    const lastIn = new WeakMap<Element, HTMLElement>();
    /** of what has the focus; empty for a user of the pointer, who goes on anywhere */
    let path: HTMLElement[] = [];
    let isPointing = false;
    const follow = (focused: Element | null) => {
      path = isPointing ? [] : pathOf(focused);
    };
    const onKey = () => {
      isPointing = false;
      follow(document.activeElement);
    };
    const onPointer = () => {
      isPointing = true;
      path = [];
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      follow(target);
      const lasting = lastingPart(target);
      lastIn.set(lasting.closest(DIALOG) ?? document.body, lasting);
    };
    const giveBack = () => {
      const opener = lastIn.get(topLayer());
      if (isLost() && opener?.isConnected) opener.focus({ preventScroll: true });
    };
    const giveOn = (wasEnabled: boolean) => {
      const [focused] = path;
      if (!focused || !isLost()) return;
      if (focused.isConnected) {
        if (wasEnabled) focused.focus({ preventScroll: true });
      } else nearest(path)?.focus();
    };
    const watcher = new MutationObserver((records) => {
      if (records.some(({ removedNodes }) => [...removedNodes].some(holdsLayer))) giveBack();
      const wasEnabled = records.some(({ type, target }) => type === 'attributes' && target === path[0]);
      // after those who watch a part of the page and know more of it
      queueMicrotask(() => giveOn(wasEnabled));
    });
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('focusin', onFocus);
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('focusin', onFocus);
      watcher.disconnect();
    };
  }, []);
}
