import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { codeOfText, searchCodes } from '../../../shared/entry/codeSearch.ts';
import { dateTyped } from '../../../shared/entry/dateTyped.ts';
import { numberEntry } from '../../../shared/entry/numberEntry.ts';
import { findField, hasControl, type FieldEntry } from './registry.ts';

const anItem = (part: Partial<CatalogueItem>): CatalogueItem =>
  ({ control: 'text', futureAllowed: true, precision: null, nullFlavors: [], ...part }) as CatalogueItem;

describe('a typed number', () => {
  it.each([
    ['１２．５', {}, '12.5', ''],
    ['1,5', {}, '1.5', ''],
    ['0,125', {}, '0.125', ''],
    ['1.234', {}, '1.234', ''],
    ['0.500', {}, '0.500', ''],
    ['5.', {}, '5', ''],
    ['.5', {}, '0.5', ''],
    ['+3', {}, '3', ''],
    ['-4', { min: 0 }, '-4', ''],
    ['−4', {}, '-4', ''],
    ['1.55555', { decimals: 2 }, '1.55555', ''],
    ['<=5', { qualifier: true }, '<=5', ''],
    ['≥ 5', { qualifier: true }, '>=5', ''],
    ['2 weeks', {}, '2', 'weeks'],
    ['10mg/kg', {}, '10', 'mg/kg'],
    ['2주', {}, '2', '주'],
    [' ', {}, '', ''],
  ])('%s under %o is %s and the unit "%s"', (text, rule, value, unit) => {
    expect(numberEntry(text, rule)).toEqual({ ok: true, value, unit });
  });

  it.each([
    ['abc', 'malformed'],
    ['-', 'malformed'],
    ['<', 'malformed'],
    ['1.2.3', 'malformed'],
    ['1 000', 'malformed'],
    ['1-2', 'malformed'],
    ['10³', 'malformed'],
    ['5½', 'malformed'],
    ['1,234.5', 'ambiguous'],
    ['1,234', 'ambiguous'],
    ['12,500 mg', 'ambiguous'],
    ['1.000 mg', 'ambiguousPoint'],
    ['12.500', 'ambiguousPoint'],
    ['<5', 'qualifier'],
  ])('%s is refused: %s', (text, problem) => {
    expect(numberEntry(text, {})).toEqual({ ok: false, problem });
  });

  it('is a number with the same digits as the text, or refused', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[<>]?=?[-+]?\d{0,4}[.,]?\d{0,4} ?[a-z%]{0,3}$/));
    fc.assert(
      fc.property(text, fc.boolean(), (typed, qualifier) => {
        const entry = numberEntry(typed, { qualifier });
        if (!entry.ok) return;
        expect(entry.value).toMatch(/^([<>]=?)?(-?\d+(\.\d+)?)?$/);
        expect(numberEntry(entry.value, { qualifier })).toEqual({ ...entry, unit: '' });
        const digits = typed
          .normalize('NFKC')
          .slice(0, typed.length - entry.unit.length)
          .replaceAll(/\D/g, '');
        expect(Number(entry.value.replaceAll(/\D/g, ''))).toBe(Number(digits));
      }),
    );
  });
});

describe('a typed date', () => {
  const now = { at: new Date('2026-11-20T16:00:00Z'), timeZone: 'Asia/Seoul' };
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
  const now = { at: new Date('2026-11-20T16:00:00Z'), timeZone: 'Asia/Seoul' };
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
    expect(codeOfText(codes, '10 – Unknown')?.code).toBe('10');
    expect(codeOfText(codes, '10: unknown')?.code).toBe('10');
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
