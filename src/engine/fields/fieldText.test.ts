import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { codeOfText, searchCodes } from './codeSearch.ts';
import { dateTyped } from './dateTyped.ts';
import { numberDone, numberTyped } from './numberText.ts';
import { findField, hasControl, type FieldEntry } from './registry.ts';

const anItem = (part: Partial<CatalogueItem>): CatalogueItem =>
  ({ control: 'text', futureAllowed: true, precision: null, nullFlavors: [], ...part }) as CatalogueItem;

describe('a typed number', () => {
  it.each([
    ['１２．５', {}, '12.5'],
    ['1,5', {}, '1.5'],
    ['12abc', {}, '12'],
    ['1.2.3', { decimals: 2 }, '1.23'],
    ['1.5', { decimals: 0 }, '1'],
    ['-4', { min: 0 }, '4'],
    ['-4', {}, '-4'],
    ['<=5', { qualifier: true }, '<=5'],
    ['<=5', {}, '5'],
  ])('%s under %o is %s', (text, rule, expected) => {
    expect(numberTyped(text, rule)).toBe(expected);
  });

  it('is finished without a lone sign, point or qualifier', () => {
    expect(['5.', '.5', '-', '<', '<.', ''].map(numberDone)).toEqual(['5', '0.5', '', '', '', '']);
  });

  it('finishes to what a number can be, and stays so', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, qualifier) => {
        const done = numberDone(numberTyped(text, { qualifier }));
        expect(done).toMatch(/^([<>]=?)?(-?\d+(\.\d+)?)?$/);
        expect(numberDone(numberTyped(done, { qualifier }))).toBe(done);
      }),
    );
  });
});

describe('a typed date', () => {
  const now = new Date(2026, 10, 21, 12);
  const day = anItem({ precision: { min: 'year', max: 'day' } });
  it.each([
    ['2024-3-5', '20240305'],
    ['2024UKUK', '2024'],
    ['２０２４０３', '202403'],
    ['t', '20261121'],
    ['t-21', '20261031'],
    ['', ''],
  ])('%s is stored as %s', (text, value) => {
    expect(dateTyped(text, day, now)).toEqual({ ok: true, value });
  });

  it.each([
    ['20240230', day, 'noSuchDay'],
    ['2024', anItem({ precision: { min: 'day', max: 'day' } }), 'tooCoarse'],
    ['202403051430', day, 'tooFine'],
    ['20270101', anItem({ precision: { min: 'year', max: 'day' }, futureAllowed: false }), 'future'],
  ])('%s is refused where the item cannot take it', (text, item, problem) => {
    expect(dateTyped(text, item, now)).toEqual({ ok: false, problem });
  });
});

describe('a date nobody knows', () => {
  const now = new Date(2026, 10, 21, 12);
  const flavored = anItem({ precision: { min: 'year', max: 'day' }, nullFlavors: ['ASKU', 'UNK'] });
  it.each([
    ['UK', 'UNK'],
    ['unknown', 'UNK'],
    ['asku', 'ASKU'],
  ])('typed as %s becomes the null flavor %s where the item takes it', (text, nullFlavor) => {
    expect(dateTyped(text, flavored, now)).toEqual({ ok: true, nullFlavor });
    expect(dateTyped(text, { ...flavored, nullFlavors: ['MSK'] }, now).ok).toBe(false);
  });
});

describe('codes', () => {
  const codes = [
    { code: '1', label: 'Recovered' },
    { code: '10', label: 'Unknown' },
    { code: '2', label: 'Recovering' },
    { code: '9', label: '회복됨', deleted: true },
  ];
  it('are found by code first, then by the beginning of their words', () => {
    expect(searchCodes(codes, '1', null).map(({ code }) => code)).toEqual(['1', '10']);
    expect(searchCodes(codes, 'RECOV', null).map(({ code }) => code)).toEqual(['1', '2']);
  });
  it('that are struck are shown only where they are the value', () => {
    expect(searchCodes(codes, '', null)).toHaveLength(3);
    expect(searchCodes(codes, '회복', '9').map(({ code }) => code)).toEqual(['9']);
  });
  it('are meant by code, by words, or by the only match', () => {
    expect(codeOfText(codes, '10 Unknown')?.code).toBe('10');
    expect(codeOfText(codes, 'unkn')?.code).toBe('10');
    expect(codeOfText(codes, 'recov')).toBeNull();
  });
  it('are meant by the whole of code or words only where other codes may be given', () => {
    expect(codeOfText(codes, 'unkn', true)).toBeNull();
    expect(codeOfText(codes, 'unknown', true)?.code).toBe('10');
  });
});

describe('the registry', () => {
  const entry = (name: string, rank: number, test: FieldEntry['test']): FieldEntry => ({
    name,
    rank,
    test,
    Component: () => null,
    labels: 'input',
  });
  const entries = [
    entry('plain', 1, hasControl('date')),
    entry('japanese', 2, (item, appendix) => item.control === 'date' && appendix === 'JP'),
  ];
  it('lets a region outrank the common field', () => {
    expect(findField(entries, anItem({ control: 'date' }), 'JP')?.name).toBe('japanese');
    expect(findField(entries, anItem({ control: 'date' }), 'KR')?.name).toBe('plain');
  });
  it('says when nobody draws a control', () => {
    expect(findField(entries, anItem({ control: 'slider' as never }), null)).toBeNull();
  });
});
