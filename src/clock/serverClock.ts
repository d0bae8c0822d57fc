/** The server's clock, as far as its answers tell: deadlines are the server's times, this computer's clock may be wrong. */

/** The Date header has whole seconds and the answer took a moment; less than this is not a difference. */
const TOLERANCE_MS = 3000;
let offset = 0;

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + offset;

/**
 * Takes the Date header of an answer into account. `requestedAt`: when it was requested, by this computer's clock. A late
 * answer tells an old time: that of a computer that slept meanwhile would put back the clock by its sleep.
 */
export function noteServerTime(date: string | null, requestedAt: number): void {
  if (Math.abs(Date.now() - requestedAt) > TOLERANCE_MS) return;
  const serverTime = date ? Date.parse(date) : NaN;
  if (Number.isNaN(serverTime)) return;
  const difference = serverTime - Date.now();
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}
