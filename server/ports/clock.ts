/** The time, as a port: tests set it. */
export interface Clock {
  now: () => Date;
}

/**
 * Seconds: clocks of machines are less apart. What was written further ahead than it can be comes of a clock that was set
 * back since (decision 0385).
 */
export const CLOCKS_APART_S = 60;

export const systemClock: Clock = { now: () => new Date() };

export interface ClockWorld {
  clock: Clock;
}
