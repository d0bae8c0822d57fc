import { expect, it } from 'vitest';
import { minutesAndSeconds } from './minutesAndSeconds.ts';

it.each([
  [3_600_000, '60:00'],
  [65_000, '1:05'],
  [59_001, '1:00'],
  [1, '0:01'],
  [0, '0:00'],
])('shows %i ms as %s', (ms, shown) => {
  expect(minutesAndSeconds(ms)).toBe(shown);
});
