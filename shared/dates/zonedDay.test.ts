import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayAfter, dayAt, endOf, firstOf, isTimeZone, startOfDay, timeAt } from './zonedDay.ts';

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

it.each([
  // clocks are put back from 02:00 to 01:00
  ['2026110101', 'America/New_York', '2026-11-01T05:00:00.000Z', '2026-11-01T07:00:00.000Z'],
  ['202611010130', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:31:00.000Z'],
  ['2026110100', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-01T05:00:00.000Z'],
  ['20261101', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // and forward from 02:00 to 03:00
  ['202603080230', 'America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T07:00:00.000Z'],
  // by half an hour
  ['202610040245', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', '2026-10-03T15:46:00.000Z'],
  ['20260906', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['2026', 'Asia/Seoul', '2025-12-31T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
])('%s in %s lasts from %s to %s', (time, zone, first, end) => {
  expect([firstOf(time, zone), endOf(time, zone)].map((at) => new Date(at).toISOString())).toEqual([
    first,
    end,
  ]);
});

it('what is shown at a moment lasts from before it to after it, and no other hour does', () => {
  const ofLength = fc.constantFrom(4, 6, 8, 10, 12, 14);
  // a day of each year on which clocks are changed somewhere
  const changing = fc
    .tuple(fc.constantFrom('03-08', '04-24', '09-06', '11-01'), fc.integer({ min: 0, max: 172_800_000 }))
    .map(([day, ms]) => Date.parse(`2026-${day}T00:00:00Z`) - 43_200_000 + ms);
  fc.assert(
    fc.property(fc.oneof(moments, changing), fc.constantFrom(...ZONES), ofLength, (moment, zone, length) => {
      const time = timeAt(moment, zone).slice(0, length);
      const [first, end] = [firstOf(time, zone), endOf(time, zone)];
      expect(first).toBeLessThanOrEqual(moment);
      expect(end).toBeGreaterThan(moment);
      if (length > 10) return;
      for (const outside of [first - 1, end]) expect(timeAt(outside, zone).slice(0, length)).not.toBe(time);
    }),
    { numRuns: 300 },
  );
});
