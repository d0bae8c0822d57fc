import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateEntry } from './dateEntry.ts';
import { parseVagueDate } from './vagueDate.ts';

const now = { at: new Date('2026-01-15T00:00:00Z'), timeZone: 'UTC' };

describe('a date that is not sharp', () => {
  it.each([
    ['about May 2025', '202505'],
    ['approx. 05/2025', '202505'],
    ['c. 2024', '2024'],
    ['~2024', '2024'],
    ['around 5 May 2025', '202505'],
    ['early 2025', '2025'],
    ['mid-March 2025', '202503'],
    ['end of March 2025', '202503'],
    ['summer 2024', '2024'],
    ['Q3 2025', '2025'],
    ['2025-Q3', '2025'],
    ['2nd quarter of 2025', '2025'],
    ['2025年5月頃', '202505'],
    ['2025年5月下旬', '202505'],
    ['2025년 5월경', '202505'],
    ['2025년 3분기', '2025'],
    ['2025年第三季度', '2025'],
    ['约2025年5月', '202505'],
  ])('%s is sure as %s', (text, value) => expect(parseVagueDate(text, now)).toBe(value));

  it.each(['abc', 'about', 'about tomorrow morning', 'Q5 2025', 'May', '5 May 2025', 'about 13/2025', ''])(
    '%j is none',
    (text) => expect(parseVagueDate(text, now)).toBeNull(),
  );

  it('is never more than the date in it, and what is a date is not vague', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('about ', 'early ', '~'), (at, word) => {
        const text = at.toISOString().slice(0, 10);
        const sharp = parseDateEntry(text, now);
        const vague = parseVagueDate(word + text, now);
        expect(sharp.ok && vague !== null && sharp.value.startsWith(vague)).toBe(true);
        expect(vague).toHaveLength(6);
        expect(parseVagueDate(text, now)).toBeNull();
      }),
    );
  });
});
