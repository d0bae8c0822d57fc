/** Tasks of threads.test.ts. */
import { threadFunction } from './threadTask.ts';

export const double = threadFunction((input: number) => input * 2);

export const settingsOf = threadFunction((_: null, settings) => settings);

export const loop = threadFunction((_: null): number => {
  for (;;) if (Date.now() < 0) return 0;
});

export const fill = threadFunction((_: null): number => {
  const lists: number[][] = [];
  while (lists.length >= 0) lists.push(Array.from({ length: 100_000 }, (_unused, at) => at + 0.5));
  return lists.length;
});

export const fail = threadFunction((_: null): number => {
  throw new Error('it failed');
});

let tasks = 0;

/** Returns how many of these the thread has had; with `runs`, which it sets to 1, when its request has closed. */
export const untilClosed = threadFunction((runs: SharedArrayBuffer | null, _settings, isWanted): number => {
  tasks += 1;
  if (runs) Atomics.store(new Int32Array(runs), 0, 1);
  while (runs && isWanted()) if (Date.now() < 0) return 0;
  return tasks;
});
