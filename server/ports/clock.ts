/** The time, as a port: tests set it. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface ClockWorld {
  clock: Clock;
}
