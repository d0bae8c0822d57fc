import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayAfter, dayAt, isTimeZone, startOfDay } from './zonedDay.ts';

const ZONES = [
  'UTC',
  'Asia/Seoul',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

it('takes every zone that is offered for one', () => {
  const zones = [
    ...ZONES,
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    ...Intl.supportedValuesOf('timeZone'),
  ];
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
});

it.each(['', '+09:00', '-0530', 'EST', 'ACT', 'JST', 'utc', 'asia/seoul', 'Asia/Nowhere'])(
  'takes %s for none, which PostgreSQL reads otherwise or not at all',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);

it.each([
  ['2026-03-04T14:59:59.999Z', 'Asia/Seoul', '20260304'],
  ['2026-03-04T15:00:00.000Z', 'Asia/Seoul', '20260305'],
  ['2026-03-04T15:00:00.000Z', 'America/New_York', '20260304'],
  ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '20270101'],
])('the day at %s in %s', (iso, zone, day) => {
  expect(dayAt(Date.parse(iso), zone)).toBe(day);
});

it.each([
  ['20260305', 'Asia/Seoul', '2026-03-04T15:00:00.000Z'],
  ['20260305', 'America/New_York', '2026-03-05T05:00:00.000Z'],
  // the clocks go from 00:00 to 01:00
  ['20260906', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['20260424', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('%s in %s starts at %s', (day, zone, iso) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(iso);
});

it('a day starts where the previous one ends, in every zone', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
      const day = dayAt(moment, zone);
      const start = startOfDay(day, zone);
      expect(dayAt(start, zone)).toBe(day);
      expect(dayAt(start - 1, zone)).toBe(dayAfter(day, -1));
      expect(start).toBeLessThanOrEqual(moment);
      expect(startOfDay(dayAfter(day), zone)).toBeGreaterThan(moment);
    }),
    { numRuns: 150 },
  );
});

it('counts days across the ends of months and years', () => {
  expect([dayAfter('20240228'), dayAfter('20251231'), dayAfter('20260301', -1)]).toEqual([
    '20240229',
    '20260101',
    '20260228',
  ]);
});
