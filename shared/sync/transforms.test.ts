import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { comparePrecision, parseDate, precisionOf } from '../dates/partialDate.ts';
import { applyTransform } from './applyTransform.ts';
import { passes } from './conditions.ts';
import { convertUnit, UNIT_CODES } from './convertUnit.ts';
import type { ConditionOperator } from './mappingRule.ts';
import { sourceDate } from './sourceDate.ts';

describe('a date of a source', () => {
  it.each([
    ['2026', '2026'],
    ['2026-05', '202605'],
    ['2026-05-04', '20260504'],
    ['2026-UN-UN', '2026'],
    ['2026-05-UNK', '202605'],
    ['2026---05', '2026'],
    ['UN MAY 2026', '202605'],
    ['UN UNK 2026', '2026'],
    ['04-May-2026', '20260504'],
    ['2026-05-04T09:30', '202605040930'],
    ['2026-05-04T09:30:15+09:00', '20260504093015+0900'],
    ['2026-05-04T09:30:15Z', '20260504093015+00'],
    ['2026-05-04T09:UN', '2026050409'],
    ['20260504', '20260504'],
    ['2026/5/4', '20260504'],
    ['2026. 5. 4.', '20260504'],
    ['2026-05-04Z', '20260504'],
    ['2026-05-04+09:00', '20260504'],
    ['2026-05-04T-:15:-', '20260504'],
    ['2026-00-00', '2026'],
    ['20260000', '2026'],
    ['20260500', '202605'],
    ['20260504T0930', '202605040930'],
    ['20260504T093015+0900', '20260504093015+0900'],
    ['NK/MAY/2026', '202605'],
    ['UN/UNK/2026', '2026'],
    ['04MAY2026', '20260504'],
    ['04MAY2026:09:30:15', '20260504093015'],
    ['4 September 2026', '20260904'],
    ['May 2026', '202605'],
  ])('%s is %s', (text, date) => expect(sourceDate(text, 'second')).toBe(date));

  it.each([
    'UN-UNK-UNKN',
    'UNK',
    '--05',
    '--05-04',
    '-----',
    '-----T09:30',
    'UN UNK UNKN',
    '0000-00-00',
    '00000000',
    '????',
  ])('%s says that it is not known', (text) => expect(sourceDate(text, 'second')).toBe(''));

  it.each([
    '',
    '4 Mai 2026',
    '4 XYZ 2026',
    '04/05/26',
    'yesterday',
    '2026-13',
    '20260532',
    '20260504T2530',
    '2026-02-30',
    '05/04/2026',
    '2026-05-04T25:00',
    '2026-05-04Tnoon',
  ])('%s is none', (text) => expect(sourceDate(text, 'second')).toBe(null));

  it('is never more precise than the item takes, and says nothing that the source does not', () => {
    const parts = fc.record({
      year: fc.integer({ min: 1900, max: 2100 }),
      month: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
      day: fc.option(fc.integer({ min: 1, max: 28 }), { nil: null }),
    });
    const two = (part: number | null) => (part === null ? 'UNK' : String(part).padStart(2, '0'));
    fc.assert(
      fc.property(parts, fc.constantFrom('year', 'month', 'day' as const), ({ year, month, day }, max) => {
        const date = sourceDate(`${year}-${two(month)}-${two(day)}`, max) ?? '';
        expect(parseDate(date).ok).toBe(true);
        expect(comparePrecision(precisionOf(date) ?? 'year', max)).toBeLessThanOrEqual(0);
        expect(
          `${year}${month === null ? '' : two(month)}${month === null || day === null ? '' : two(day)}`,
        ).toContain(date);
      }),
    );
  });
});

describe('a number in another unit', () => {
  it.each([
    ['150', 'lb', 'kg', 3, '68.039'],
    ['68.2', 'kg', 'kg', 1, '68.2'],
    ['5.5', 'ft', 'cm', 0, '168'],
    ['0.5', 'g', 'mg', 5, '500'],
    ['-1', 'm', 'cm', 0, '-100'],
  ])('%s %s in %s is exact', (text, from, to, decimals, converted) =>
    expect(convertUnit(text, from, to, decimals)).toBe(converted),
  );

  it('is none for another dimension, an unknown unit, or a text', () => {
    expect(convertUnit('1', 'kg', 'cm', 2)).toBe(null);
    expect(convertUnit('1', 'stone', 'kg', 2)).toBe(null);
    expect(convertUnit('heavy', 'kg', 'lb', 2)).toBe(null);
  });

  const inUnit = (text: string, [from, unit]: readonly [string, string], decimals: number) =>
    applyTransform(
      { kind: 'unit', unit, unitItemOid: 'UNIT' },
      { number: { decimals }, codeList: null, nullFlavors: [] as string[] } as CatalogueItem,
      { text, textOf: () => from },
      { codeLists: {}, lookups: {} },
    );

  it('is named where hardly anything of it remains in the decimals of the item', () => {
    expect(inUnit('2', ['mcg', 'g'], 5)).toEqual({ problem: 'too-small' });
    expect(inUnit('4', ['g', 'kg'], 2)).toEqual({ problem: 'too-small' });
    expect(inUnit('0', ['g', 'kg'], 2)).toEqual({ value: '0' });
    expect(inUnit('3425', ['g', 'kg'], 2)).toEqual({ value: '3.43' });
    expect(inUnit('5', ['stone', 'kg'], 2)).toEqual({ problem: 'no-unit' });
  });

  it('stays below or above it where it was', () => {
    expect(inUnit('<500', ['g', 'kg'], 2)).toEqual({ value: '<0.5' });
    expect(inUnit('>=.5', ['kg', 'g'], 2)).toEqual({ value: '>=500' });
  });

  it('is never another number, whatever the units and the decimals are', () => {
    const unit = fc.constantFrom(...UNIT_CODES);
    const decimal = fc.tuple(fc.nat(99_999), fc.nat(4)).map(([digits, places]) => digits / 10 ** places);
    fc.assert(
      fc.property(decimal, fc.tuple(unit, unit), fc.nat(5), (number, [from, to], decimals) => {
        const outcome = inUnit(String(number), [from, to], decimals);
        if (!outcome || !('value' in outcome)) return;
        const back = Number(convertUnit(outcome.value, to, from, 20));
        expect(Math.abs(back - number)).toBeLessThanOrEqual(number * 0.05 + Number.EPSILON);
      }),
    );
  });

  it('comes back from any other unit', () => {
    const unit = fc.constantFrom(...UNIT_CODES);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), unit, unit, (number, from, to) => {
        const there = convertUnit(String(number), from, to, 20);
        if (there === null) return;
        expect(Number(convertUnit(there, to, from, 6))).toBeCloseTo(number, 5);
      }),
    );
  });
});

it.each<[string, string | null]>([
  ['5', '5'],
  ['+5.0', '5.0'],
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['<.5', '<0.5'],
  ['5.', null],
  ['.', null],
  ['1,5', null],
])('the number %s of a source is %s', (text, number) => {
  const item = { codeList: null, nullFlavors: [] as string[] } as unknown as CatalogueItem;
  const source = { text, textOf: () => '' };
  expect(applyTransform({ kind: 'number' }, item, source, { codeLists: {}, lookups: {} })).toEqual(
    number === null ? { problem: 'bad-number' } : { value: number },
  );
});

describe('a condition', () => {
  const passesWith = (operator: ConditionOperator, values: string[], text: string) =>
    passes({ itemOid: 'X', operator, values }, text);

  it.each<[ConditionOperator, string[], string, boolean]>([
    ['EQ', ['y'], 'Y', true],
    ['EQ', ['1.0'], '1', true],
    ['EQ', ['Y'], '', false],
    ['NOT_EQ', ['Y'], '', true],
    ['IN', ['A', 'B'], 'b', true],
    ['LIKE', ['rash'], 'Skin  Rash', true],
    ['LIKE', ['rash'], '', false],
    ['NOT_LIKE', ['rash'], '', true],
    ['NULL', [], '', true],
    ['NOT_NULL', [], 'x', true],
    ['RANGE', ['2', '10'], '9', true],
    ['RANGE', ['0', '1'], '.5', true],
    ['EQ', ['0.5'], '.50', true],
    ['RANGE', ['2', ''], '1', false],
    ['RANGE', ['', '2026-05'], '2026-05-31', true],
    ['RANGE', ['2026-05', ''], '2026', true],
    ['RANGE', ['2', '10'], 'many', false],
  ])('%s %j of %j is %s', (operator, values, text, expected) =>
    expect(passesWith(operator, values, text)).toBe(expected),
  );

  it('is the opposite of its negation', () => {
    const pairs = fc.constantFrom<[ConditionOperator, ConditionOperator]>(
      ['EQ', 'NOT_EQ'],
      ['LIKE', 'NOT_LIKE'],
      ['NULL', 'NOT_NULL'],
    );
    fc.assert(
      fc.property(pairs, fc.string({ minLength: 1 }), fc.string(), ([is, not], value, text) => {
        expect(passesWith(is, [value], text)).toBe(!passesWith(not, [value], text));
      }),
    );
  });
});
