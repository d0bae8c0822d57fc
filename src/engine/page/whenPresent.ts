import { isFallback } from './fallbackFocus.ts';

/** So long the focus may still be on its way: a page that was opened moves it, too. */
const SETTLING_MS = 500;
/** A busy machine draws late; nobody expects the focus to jump after this. */
const MAX_WAIT_MS = 10_000;

/**
 * Does something with an element as soon as it is drawn, before the next key arrives. Gives up when the user moves the
 * focus elsewhere meanwhile, or after ten seconds.
 */
export function whenPresent<T>(find: () => T | null, then: (found: T) => void): void {
  const atOnce = find();
  if (atOnce !== null) return then(atOnce);
  const start = performance.now();
  let settled = document.activeElement;
  /** where the focus was when the user began to move it */
  let left: Element | null = null;
  let isOver = false;

  const onMove = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
    left ??= document.activeElement;
  };
  const isElsewhere = (waited: number): boolean => {
    const active = document.activeElement;
    // an element that is no longer drawn leaves the focus to the body
    if (active === document.body) return false;
    if (left !== null && active !== left) return true;
    if (isFallback(active)) return false;
    // one that is gone, such as a button of a dialog, gave the focus back, however late a busy machine draws that
    if (waited < SETTLING_MS || !settled?.isConnected) settled = active;
    return active !== settled;
  };
  const look = () => {
    const waited = performance.now() - start;
    if (isElsewhere(waited) || waited > MAX_WAIT_MS) return stop();
    const found = find();
    if (found === null) return;
    stop();
    then(found);
  };
  // what appears without a change of the document, such as a section that is laid out
  const lookEachFrame = () => {
    if (isOver) return;
    look();
    requestAnimationFrame(lookEachFrame);
  };
  const watcher = new MutationObserver(look);
  const stop = () => {
    isOver = true;
    watcher.disconnect();
    for (const type of MOVES) document.removeEventListener(type, onMove, true);
  };

  watcher.observe(document.body, { childList: true, subtree: true });
  for (const type of MOVES) document.addEventListener(type, onMove, true);
  requestAnimationFrame(lookEachFrame);
}

const MOVES = ['keydown', 'pointerdown'];
