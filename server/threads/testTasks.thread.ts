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
