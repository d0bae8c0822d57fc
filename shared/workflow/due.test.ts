import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayAfter, dayAt } from '../dates/zonedDay.ts';
import { daysLate, delayDays, dueAt } from './due.ts';

const at = (iso: string) => new Date(iso);

it.each([
  ['late on a day in Seoul', '2026-03-02T14:59:00Z', 3, 'Asia/Seoul', '2026-03-05T14:59:59.999Z'],
  ['after midnight there', '2026-03-02T15:00:00Z', 3, 'Asia/Seoul', '2026-03-06T14:59:59.999Z'],
  ['over the start of summer time', '2026-03-27T12:00:00Z', 2, 'Europe/Zurich', '2026-03-29T21:59:59.999Z'],
  ['the same day', '2026-03-02T08:00:00Z', 0, 'UTC', '2026-03-02T23:59:59.999Z'],
])('is due at the end of the day: %s', (_what, from, days, zone, due) => {
  expect(dueAt(at(from), days, zone)?.toISOString()).toBe(due);
});

it.each([
  ['2026-03-05T23:59:59Z', 0],
  ['2026-03-06T00:00:00Z', 1],
  ['2026-03-16T08:00:00Z', 11],
  ['2026-03-02T08:00:00Z', -3],
])('at %s is overdue by %i days', (now, late) => {
  const due = dueAt(at('2026-03-02T08:00:00Z'), 3, 'UTC');
  expect(daysLate(due, at(now), 'UTC')).toBe(late);
  expect(delayDays(due, at(now), 'UTC')).toBe(Math.max(0, late));
});

it('has no due day if the step has no time limit', () => {
  expect(dueAt(at('2026-03-02T08:00:00Z'), null, 'UTC')).toBeNull();
  expect(daysLate(null, at('2026-03-02T08:00:00Z'), 'UTC')).toBeNull();
  expect(delayDays(null, at('2026-03-02T08:00:00Z'), 'UTC')).toBeNull();
});

it('is the day that many days later in every zone, and not overdue until that day ends', () => {
  const zone = fc.constantFrom(
    'Asia/Seoul',
    'America/New_York',
    'Europe/Zurich',
    'Pacific/Kiritimati',
    'UTC',
  );
  const moment = fc.date({ min: at('2024-01-01'), max: at('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 40 }), zone, (from, days, timeZone) => {
      const due = dueAt(from, days, timeZone);
      if (!due) throw new Error('the step has a limit');
      expect(dayAt(due.getTime(), timeZone)).toBe(dayAfter(dayAt(from.getTime(), timeZone), days));
      expect(daysLate(due, due, timeZone)).toBe(0);
      expect(daysLate(due, new Date(due.getTime() + 1), timeZone)).toBe(1);
    }),
    { numRuns: 60 },
  );
});
