import { expect, it } from 'vitest';
import { backOff } from './backOff.ts';

it('waits twice as long each time, up to half an hour', () => {
  const waits = [1, 2, 3, 4, 8, 9, 1000].map((attempt) => backOff(attempt, () => 0) / 1000);
  expect(waits).toEqual([10, 20, 40, 80, 1280, 1800, 1800]);
});

it('spreads jobs that failed together', () => {
  expect([0, 0.5, 1].map((random) => backOff(1, () => random))).toEqual([10_000, 9000, 8000]);
});
