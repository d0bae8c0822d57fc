/** When an attempt to send is repeated: after passing faults only, with growing pauses. */

export const MAX_SEND_ATTEMPTS = 6;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 60 * 60_000;
/** Share of a pause that varies, so that batches that failed together do not return together. */
const JITTER = 0.2;

/** Milliseconds before the attempt after this one; `random` is from 0 to 1. */
export const waitBeforeNext = (attempt: number, random: number): number =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS) * (1 - JITTER * random));
