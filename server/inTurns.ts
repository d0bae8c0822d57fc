/** Long computations of the thread that answers requests: others are answered meanwhile. */
import { setImmediate } from 'node:timers/promises';

/**
 * Runs a computation that yields where it may be interrupted, and lets the event loop go on once a turn has taken
 * `turnMs` milliseconds; 0: wherever it yields. Throws what the computation throws.
 */
export async function inTurns<Result>(
  work: Generator<unknown, Result, undefined>,
  turnMs = 0,
): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < turnMs) continue;
    await setImmediate();
    since = performance.now();
  }
}
