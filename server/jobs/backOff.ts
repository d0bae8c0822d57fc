/** How long a job waits after it failed. */
const FIRST_MS = 10_000;
export const MAX_WAIT_MS = 30 * 60_000;
/** up to so much less, so that jobs that failed together do not come back together */
const JITTER = 0.2;

/** Milliseconds before the next attempt: twice as many each time. */
export function backOff(attempt: number, random: () => number): number {
  const full = Math.min(FIRST_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
  return Math.round(full * (1 - JITTER * random()));
}
