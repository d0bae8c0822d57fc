import { expect, it } from 'vitest';
import { daysAndHours, overStepTime } from './stepTime.ts';

const SINCE = new Date('2026-03-02T08:00:00Z');
const after = (hours: number) => new Date(SINCE.getTime() + hours * 3_600_000);
const STEP = { normalHours: 24, maximumHours: 50 };

it.each([
  [23.9, null],
  [24, 'normal'],
  [49.9, 'normal'],
  [50, 'maximum'],
])('after %s hours: %s', (hours, over) => {
  expect(overStepTime(STEP, SINCE, after(hours))).toBe(over);
});

it('is never over without a limit, and marked at once over the maximum without a normal time', () => {
  expect(overStepTime({ normalHours: null, maximumHours: null }, SINCE, after(9999))).toBeNull();
  expect(overStepTime({ normalHours: null, maximumHours: 1 }, SINCE, after(1))).toBe('maximum');
});

it('is read as days and hours', () => {
  expect(daysAndHours(50)).toEqual({ days: 2, hours: 2 });
});
