import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRange, typedDay, typedEnd } from './filterRange.ts';

const NOW = { at: new Date('2026-03-05T10:00:00Z'), timeZone: 'Asia/Seoul' };

describe('a range of dates', () => {
  it.each([
    ['a year and a month', '2024', '2024-03', { from: '2024', to: '202403' }],
    ['days in any clear form', '5 Mar 2024', '2024.3.31', { from: '20240305', to: '20240331' }],
    ['a part nobody knows', '202403UK', '', { from: '202403', to: '' }],
    ['no end at all', '', '  ', { from: '', to: '' }],
  ])('takes %s', (_what, from, to, range) => {
    expect(checkRange('BETWEEN_DATE', { from, to }, NOW)).toEqual({ range, problems: {} });
  });

  it.each([
    ['what is no date', 'soon', '', { from: 'malformed' }],
    ['a day that could be a month', '05/03/2024', '', { from: 'ambiguous' }],
    ['a day the calendar has not', '2023-02-29', '', { from: 'noSuchDay' }],
    ['a time', '2024-03-05 14:30', '', { from: 'noTime' }],
    ['what nobody knows', '', 'UK', { to: 'unknown' }],
    ['a year before the calendar begins', '1799', '', { from: 'yearTooEarly' }],
    ['an end before its beginning', '2024-03-05', '2024-02', { to: 'backwards' }],
  ])('refuses %s', (_what, from, to, problems) => {
    expect(checkRange('BETWEEN_DATE', { from, to }, NOW).problems).toEqual(problems);
  });

  it('may begin and end in one year', () => {
    expect(checkRange('BETWEEN_DATE', { from: '2024-03-05', to: '2024' }, NOW).problems).toEqual({});
  });
});

describe('a range of times', () => {
  it('takes seconds, minutes, and days', () => {
    const typed = { from: '2024-03-05 12:00:00', to: '2024-03-06 09:30' };
    expect(checkRange('BETWEEN_DATE_TIME', typed, NOW)).toEqual({
      range: { from: '20240305120000', to: '202403060930' },
      problems: {},
    });
  });

  it('refuses a zone, since it is read in the user’s', () => {
    const typed = { from: '2024-03-05 12:00+09:00', to: '' };
    expect(checkRange('BETWEEN_DATE_TIME', typed, NOW).problems).toEqual({ from: 'noZone' });
  });

  it('begins a day of the calendar at noon', () => {
    const from = typedDay('BETWEEN_DATE_TIME', '2024-03-05');
    expect(checkRange('BETWEEN_DATE_TIME', { from, to: '' }, NOW).range.from).toBe('20240305120000');
  });
});

describe('a range of numbers', () => {
  it.each([
    ['1', '20', { from: '1', to: '20' }, {}],
    ['-3', '+007', { from: '-3', to: '7' }, {}],
    ['１２', '', { from: '12', to: '' }, {}],
    ['ten', '', { from: '', to: '' }, { from: 'noNumber' }],
    ['1.5', '2', { from: '', to: '2' }, { from: 'noNumber' }],
    ['9', '8', { from: '9', to: '8' }, { to: 'backwards' }],
  ])('from %o to %o', (from, to, range, problems) => {
    expect(checkRange('BETWEEN_NUMERIC', { from, to }, NOW)).toEqual({ range, problems });
  });
});

it('shows what is saved so that it is saved again', () => {
  const day = fc.date({ min: new Date('1800-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const saved = fc
    .tuple(day, fc.constantFrom(4, 6, 8, 12, 14))
    .map(([date, length]) => date.toISOString().replaceAll(/\D/g, '').slice(0, length));
  fc.assert(
    fc.property(saved, (from) => {
      const typed = { from: typedEnd('BETWEEN_DATE_TIME', from), to: '' };
      expect(checkRange('BETWEEN_DATE_TIME', typed, NOW)).toEqual({ range: { from, to: '' }, problems: {} });
    }),
  );
});
