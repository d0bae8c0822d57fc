import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDates } from './partialDate.ts';
import { ageAt, durationOf, intervalBetween, parseSpan, spanText } from './span.ts';

describe('a length of time', () => {
  it.each([
    ['20251001', '20251003', '2 d'],
    ['20251001', '20251001', '0 d'],
    ['202503', '202503', ''],
    ['202503', '202506', '2..3 mo'],
    ['2020', '2025', '4..5 a'],
    ['2020', '20250601', '4..5 a'],
    ['20251003', '20251001', ''],
    ['202510', '20251003', ''],
    ['202510011000', '202510011045', '45 min'],
    ['202510011000', '202510011405', '4 h'],
    ['202510011000', '202510081000', '7 d'],
    ['20251001', '202510011045', '0 d'],
    ['', '20251001', ''],
    ['202510011045', '202510011000', ''],
    ['202510011000+0900', '202510011045+0900', '45 min'],
    ['202510012330-0500', '202510021400+0900', '30 min'],
    ['202510012330-0500', '202510021300+0900', ''],
    ['202510010030+0900', '202510032330+0900', '2 d'],
    ['202510010030+0900', '202510031630+0000', '3 d'],
  ])('from %s to %s is %s', (from, to, expected) => {
    expect(spanText(intervalBetween(from, to))).toBe(expected);
  });

  it.each([
    ['20251001', '20251003', '3 d'],
    ['20251001', '20251001', '1 d'],
    ['202510011000', '202510011045', '45 min'],
    ['20251003', '20251001', ''],
  ])('that lasted from %s to %s counts both days: %s', (first, last, expected) => {
    expect(spanText(durationOf(first, last))).toBe(expected);
  });

  it.each([
    ['19560101', '20251008', '69 a'],
    ['1956', '20251008', '68..69 a'],
    ['195610', '20251008', '68..69 a'],
    ['195609', '20251008', '69 a'],
    ['20240910', '20251008', '12 mo'],
    ['20250930', '20251008', '8 d'],
    ['20260101', '20251008', ''],
  ])('of a patient born on %s at %s is the age %s', (birth, at, expected) => {
    expect(spanText(ageAt(birth, at))).toBe(expected);
  });
});

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10).replaceAll('-', ''));
const precision = fc.constantFrom(4, 6, 8);

it('holds whatever days the partial dates stand for', () => {
  fc.assert(
    fc.property(day, day, precision, precision, (from, to, start, end) => {
      const certain = ageAt(from, to);
      const possible = ageAt(from.slice(0, start), to.slice(0, end));
      if (!certain || !possible || possible.unit !== certain.unit) return;
      expect(possible.min).toBeLessThanOrEqual(certain.min);
      expect(possible.max).toBeGreaterThanOrEqual(certain.max);
    }),
  );
});

it('is never from a moment to an earlier one, in whichever zones', () => {
  const moment = fc.tuple(
    day,
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom('+1400', '+0900', '-0500', '-11'),
  );
  const stored = moment.map(([of, hour, zone]) => `${of}${String(hour).padStart(2, '0')}30${zone}`);
  fc.assert(
    fc.property(stored, stored, (a, b) => {
      const [back, forth] = [intervalBetween(b, a), intervalBetween(a, b)];
      expect([back === null, forth === null]).toEqual([compareDates(a, b) === -1, compareDates(b, a) === -1]);
    }),
  );
});

it('is read as it was written', () => {
  fc.assert(
    fc.property(day, day, precision, (from, to, start) => {
      const span = intervalBetween(from.slice(0, start), to);
      expect(parseSpan(spanText(span))).toEqual(span);
    }),
  );
});
