/** So long the focus may still be on its way: a page that was opened moves it, too. */
const SETTLING_MS = 500;
/** A busy machine draws late; nobody expects the focus to jump after this. */
const MAX_WAIT_MS = 10_000;

/**
 * Does something with an element as soon as it is drawn. Gives up when the user moves the focus elsewhere meanwhile,
 * or after ten seconds.
 */
export function whenPresent<T>(find: () => T | null, then: (found: T) => void): void {
  const start = performance.now();
  let focused: Element | null = null;
  const look = () => {
    const found = find();
    if (found !== null) return then(found);
    const waited = performance.now() - start;
    const active = document.activeElement;
    if (waited < SETTLING_MS) focused = active;
    // an element that is no longer drawn leaves the focus to the body
    else if (active !== focused && active !== document.body) return;
    if (waited < MAX_WAIT_MS) requestAnimationFrame(look);
  };
  look();
}
