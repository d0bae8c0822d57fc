/** How long one slice of work may hold up a key: half a frame. */
const SLICE_MS = 8;
/** A page that is never idle gets its findings too: it works a fifth of the time. */
const PATIENCE_MS = 30;

/** Runs work when the browser has nothing better to do; answers how to call it off. */
export function whenIdle(work: (enough: () => boolean) => void): () => void {
  const run = (): void => {
    const until = performance.now() + SLICE_MS;
    work(() => performance.now() >= until);
  };
  // not every browser tells when it is idle
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, SLICE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
