import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateEntry } from './dateEntry.ts';
import {
  compareDates,
  comparePrecision,
  displayDate,
  formatDate,
  isFuture,
  movedTo,
  parseDate,
  precisionOf,
} from './partialDate.ts';

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Any stored date: a real moment truncated after any part, some with fraction and zone. */
const aDate = fc
  .record({
    at: fc.date({ min: new Date('1800-01-02'), max: new Date('2999-12-30'), noInvalidDate: true }),
    parts: fc.integer({ min: 1, max: 6 }),
    fraction: fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
    zone: fc.constantFrom('', '+09', '+0900', '-0500', '+0000', '-03', '+0545'),
  })
  .map(({ at, parts, fraction, zone }) => {
    const digits = at
      .toISOString()
      .replaceAll(/\D/g, '')
      .slice(0, 4 + (parts - 1) * 2);
    return digits + (parts === 6 && fraction !== undefined ? `.${fraction}` : '') + zone;
  });

describe('a stored date', () => {
  it('is the same after parsing and formatting', () => {
    fc.assert(
      fc.property(aDate, (text) => {
        const parsed = parseDate(text);
        expect(parsed.ok && formatDate(parsed.date)).toBe(text);
      }),
    );
  });

  it('has no part without the parts before it', () => {
    fc.assert(
      fc.property(aDate, (text) => {
        const parsed = parseDate(text);
        const given = PARTS.map((name) => parsed.ok && parsed.date[name] !== undefined);
        expect(given).toEqual(given.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  it.each([
    ['2023', 'year'],
    ['202302', 'month'],
    ['20230228', 'day'],
    ['2023022812', 'hour'],
    ['202302281259', 'minute'],
    ['20230228125901', 'second'],
    ['20230228125901.25+0900', 'second'],
    ['20240229', 'day'],
    ['20000229', 'day'],
    ['2023+09', 'year'],
  ])('%s is precise to the %s', (text, precision) => {
    expect(precisionOf(text)).toBe(precision);
  });

  it.each([
    ['', 'malformed'],
    ['24', 'malformed'],
    ['2024-03-05', 'malformed'],
    ['20240', 'malformed'],
    ['2024UKUK', 'malformed'],
    ['20240305 ', 'malformed'],
    ['202403051430.5', 'malformed'],
    ['20230229', 'noSuchDay'],
    ['19000229', 'noSuchDay'],
    ['20230431', 'noSuchDay'],
    ['202300', 'noSuchDay'],
    ['202313', 'noSuchDay'],
    ['20230100', 'noSuchDay'],
    ['2023010124', 'noSuchTime'],
    ['202301011260', 'noSuchTime'],
    ['20230101125960', 'noSuchTime'],
    ['20230101125959+1500', 'noSuchTime'],
    ['17991231', 'yearTooEarly'],
  ])('%j is invalid: %s', (text, problem) => {
    expect(parseDate(text)).toEqual({ ok: false, problem });
    expect(precisionOf(text)).toBeNull();
  });

  it('orders precisions from year to second', () => {
    expect(comparePrecision('year', 'day')).toBeLessThan(0);
    expect(comparePrecision('second', 'minute')).toBeGreaterThan(0);
    expect(comparePrecision('hour', 'hour')).toBe(0);
  });
});

describe('a date that is moved to another day', () => {
  it.each([
    ['202403051430+0900', '202403061430+0900'],
    ['20240305143015.5', '20240306143015.5'],
    ['20240305', '20240306'],
    ['202403', '20240306'],
    ['', '20240306'],
  ])('keeps the time and zone of %j', (date, moved) => {
    expect(movedTo(date, '20240306')).toBe(moved);
  });
});

describe('the order of dates', () => {
  it('is antisymmetric, and 0 for a date and itself', () => {
    fc.assert(
      fc.property(aDate, aDate, (a, b) => {
        expect(compareDates(a, a)).toBe(0);
        expect(compareDates(a, b)).toBe(0 - (compareDates(b, a) ?? NaN) || 0);
      }),
    );
  });

  it('is 0 for a date and any prefix of it', () => {
    fc.assert(
      fc.property(aDate, fc.constantFrom(4, 6, 8), (text, length) => {
        const digits = text.replace(/[+-].*/, '');
        expect(compareDates(digits, digits.slice(0, length))).toBe(0);
      }),
    );
  });

  it.each([
    ['2023', '2024', -1],
    ['202404', '20240301', 1],
    ['20240305', '2024', 0],
    ['202403052330+0900', '202403051430+0000', 0],
    ['202403052330+0900', '202403051431+0000', -1],
    ['202403060030+0900', '20240305153001-0000', 0],
    ['20240305143000.25', '20240305143000.3', -1],
    ['20240305143000.2', '20240305143000.25', 0],
    ['2024', 'soon', null],
  ])('%s and %s: %s', (a, b, order) => {
    expect(compareDates(a, b)).toBe(order);
  });
});

describe('the future', () => {
  const now = new Date('2024-03-05T10:00:00Z');

  it.each([
    ['2024', false],
    ['202403', false],
    ['202404', true],
    ['2025', true],
    ['20240305', false],
    // it is the 6th already in Auckland, the 7th nowhere
    ['20240306', false],
    ['20240307', true],
    ['202403051901+0900', true],
    ['202403051859+0900', false],
    ['nonsense', false],
  ])('%s starts after now: %s', (text, future) => {
    expect(isFuture(text, now)).toBe(future);
  });

  it('never includes a prefix of a date that is not in the future itself', () => {
    fc.assert(
      fc.property(aDate, fc.constantFrom(4, 6, 8), (text, length) => {
        const bare = text.replace(/[+-].*/, '');
        fc.pre(!isFuture(bare, now));
        expect(isFuture(bare.slice(0, length), now)).toBe(false);
      }),
    );
  });
});

describe('typed dates', () => {
  // half past nine in the evening in London
  const now = { at: new Date('2026-11-29T21:35:07Z'), timeZone: 'Asia/Kolkata' };
  it('are unchanged if they are stored dates to the day or finer', () => {
    fc.assert(
      fc.property(aDate, (text) => {
        fc.pre(!/^\d{4,6}(?:[+-]|$)/.test(text));
        expect(parseDateEntry(text, now)).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('may be in the displayed form', () => {
    fc.assert(
      fc.property(aDate, (text) => {
        fc.pre(!/[+-]/.test(text) && precisionOf(text) !== 'hour');
        expect(parseDateEntry(displayDate(text), now)).toEqual({ ok: true, value: text });
      }),
    );
  });

  it.each([
    ['2024UKUK', '2024'],
    ['2024UK', '2024'],
    ['202403UK', '202403'],
    ['2024ukuk', '2024'],
    ['2024-UK-UK', '2024'],
    ['2024-03-UK', '202403'],
    ['UK-UK-2024', '2024'],
    ['UK-MAR-2024', '202403'],
    ['2024-03-05', '20240305'],
    ['2024-3-5', '20240305'],
    ['2024/03/05', '20240305'],
    ['2024. 3. 5', '20240305'],
    ['2024. 3. 5.', '20240305'],
    ['2024. 3.', '202403'],
    ['2024–03–05', '20240305'],
    ['2024-05', '202405'],
    ['05-MAR-2024', '20240305'],
    ['5 March 2024', '20240305'],
    ['Mar 2024', '202403'],
    ["Mar '24", '202403'],
    ['Mar 98', '199803'],
    ['UK-MAR-24', '202403'],
    ['2024MARUK', '202403'],
    ['5 sept. 2024', '20240905'],
    ['5 octobre 2024', '20241005'],
    ['2024년 3월 5일', '20240305'],
    ['2024年3月5日', '20240305'],
    ['2024年3月', '202403'],
    ['2024年', '2024'],
    ['2024-03-05 14:30', '202403051430'],
    ['2024. 3. 5. 오후 2:30', '202403051430'],
    ['2024년 3월 5일 오전 12시 5분', '202403050005'],
    ['2024-03-05 오후 13:30', '202403051330'],
    ['202403', '202403'],
    ['193105', '193105'],
    ['2024年3月5日14時30分15秒', '20240305143015'],
    ['5 March 2024 12:10 pm', '202403051210'],
    ['2024-03-05T14:30+09:00', '202403051430+0900'],
    ['2024-03-05T14:30:15Z', '20240305143015+0000'],
    ['2024-03-05 9:30:15 +09:00', '20240305093015+0900'],
    ['  20240305  ', '20240305'],
    ['２０２４０３０５', '20240305'],
    ['20240305 1430', '202403051430'],
    ['5 mar 24', '20240305'],
    ["5 mar '24", '20240305'],
    ['5 mar 45', '19450305'],
    ['05MAR2024', '20240305'],
    ['March 5, 2024', '20240305'],
    ['2024 Mar 5', '20240305'],
    ['2024-MAR', '202403'],
    ['31/12/2025', '20251231'],
    ['12/31/2025', '20251231'],
    ['25.3.2024 14:30', '202403251430'],
    ['11/2025', '202511'],
    ['令和6年3月5日', '20240305'],
    ['令和元年5月', '201905'],
    ['S45.1.2', '19700102'],
  ])('%j is stored as %s', (entry, value) => {
    expect(parseDateEntry(entry, now)).toEqual({ ok: true, value });
  });

  it.each([
    ['5/3/2024', 'ambiguous'],
    ['05-03-2024', 'ambiguous'],
    ['12.11.2024', 'ambiguous'],
    ['Mar 12', 'ambiguous'],
    ['may-24', 'ambiguous'],
    ['sepsis 2024', 'malformed'],
    ['maybe 2024', 'malformed'],
    ['5 mark 2024', 'malformed'],
    ['31.02.2024', 'noSuchDay'],
    ['13/13/2020', 'noSuchDay'],
    ['00.13.2020', 'noSuchDay'],
    ['2024-02-30', 'noSuchDay'],
    ['2024-13-01', 'noSuchDay'],
    ['31-FEB-2024', 'noSuchDay'],
    ['05-MRZ-2024', 'malformed'],
    ['24-03-05', 'ambiguous'],
    ['24-13-05', 'ambiguous'],
    ['5 mar 2', 'malformed'],
    ['24/3/5', 'ambiguous'],
    ['t-', 'malformed'],
    ['UK', 'unknown'],
    ['unknown', 'unknown'],
    ['UK-UK', 'unknown'],
    ['不明', 'unknown'],
    ['2024-03-UK 14:30', 'malformed'],
    ['2024. 3. 5. 25:00', 'noSuchTime'],
    ['2024. 3. 5. 7.', 'malformed'],
    ['2024-03-05 오전 13:30', 'malformed'],
    ['2024-03-05 13:30 am', 'malformed'],
    ['240305', 'malformed'],
    ['190305', 'malformed'],
    ['1700-01-01', 'yearTooEarly'],
    ['2024-03-05 25:00', 'noSuchTime'],
    ['', 'malformed'],
  ])('%j is rejected: %s', (entry, problem) => {
    expect(parseDateEntry(entry, now)).toEqual({ ok: false, problem });
  });

  it.each([
    ['t', '20261130'],
    ['T - 3', '20261127'],
    ['-3', '20261127'],
    ['t-30d', '20261031'],
    ['-2w', '20261116'],
    ['t+1', '20261201'],
    ['yesterday', '20261129'],
    ['어제', '20261129'],
    ['今天', '20261130'],
    ['t-9m', '20260228'],
    ['-1y', '20251130'],
    ['2 weeks ago', '20261116'],
    ['1 year ago', '20251130'],
  ])('may be relative to today: %s is %s', (entry, value) => {
    expect(parseDateEntry(entry, now)).toEqual({ ok: true, value });
  });

  it('may be this moment, with its zone', () => {
    const parsed = parseDateEntry('now', now);
    expect(parsed).toEqual({ ok: true, value: '20261130030507+0530' });
  });

  it('never throw, and are never stored if invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9UK./ -]{0,20}$/)), (entry) => {
        const parsed = parseDateEntry(entry, now);
        expect(!parsed.ok || parseDate(parsed.value).ok).toBe(true);
      }),
    );
  });
});

it.each([
  ['2024', '2024'],
  ['202403', '2024-03'],
  ['20240305', '2024-03-05'],
  ['202403051430+0900', '2024-03-05 14:30 +09:00'],
  ['20240305143015.25-05', '2024-03-05 14:30:15.25 -05'],
  ['UNK', 'UNK'],
])('shows %s as %s', (text, shown) => {
  expect(displayDate(text)).toBe(shown);
});
