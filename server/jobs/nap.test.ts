import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openNap } from './nap.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether the nap is over after so many milliseconds. */
async function isOver(nap: Promise<void>, ms: number): Promise<boolean> {
  let over = false;
  void nap.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(ms);
  return over;
}

it('takes its time', async () => {
  const taken = openNap().take(1000);
  expect(await isOver(taken, 999)).toBe(false);
  expect(await isOver(taken, 1)).toBe(true);
});

it.each([
  ['at once', 0],
  ['a little later', 200],
])('ends early while it lasts: %s', async (_when, ms) => {
  const nap = openNap();
  const taken = nap.take(1000);
  nap.shorten(ms);
  nap.shorten(500);
  expect(await isOver(taken, ms)).toBe(true);
});

it('is short for what happened before it, since the worker began to look', async () => {
  const nap = openNap();
  nap.begin();
  nap.end();
  expect(await isOver(nap.take(1000), 0)).toBe(true);
  nap.begin();
  const next = nap.take(1000);
  expect(await isOver(next, 999)).toBe(false);
  expect(await isOver(next, 1)).toBe(true);
});
