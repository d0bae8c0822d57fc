/** Work that comes round: the smallest thing that is a timer of the server. */

/**
 * Runs the work now, and again the given time after it ended: it never overlaps itself. An error goes to `onFailure`,
 * and the schedule continues. Answers a function that stops it: it signals the running work and waits for it.
 */
export function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = work(stopping.signal)
      .catch(onFailure)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, ms);
      });
  };
  begin();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    return running;
  };
}
