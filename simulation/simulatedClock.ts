import type { Clock } from '../server/ports/clock.ts';

/** Does not move until the simulation advances it. */
export interface SimulatedClock extends Clock {
  advance: (ms: number) => void;
}

export const SECOND_MS = 1000;
export const HOUR_MS = 3600 * SECOND_MS;

/** A working day, far from any change of daylight saving time. */
const BEGIN = Date.UTC(2030, 0, 8, 1, 0, 0);

export function simulatedClock(sinceBeginMs = 0): SimulatedClock {
  let at = BEGIN + sinceBeginMs;
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
}
