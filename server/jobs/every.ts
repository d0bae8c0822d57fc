/** Work that comes round: the smallest thing that is a timer of the server. */

/**
 * Does the work now, and again so long after it ended: it never overlaps itself. What it throws goes to `onFailure`, and
 * the next time comes. Answers how to stop: what is under way is told by its signal, and waited for.
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
