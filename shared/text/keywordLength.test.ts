import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersOf, isLongEnough } from './keywordLength.ts';

/** Specification 2-dialogs section 5: two if a digit or a Korean character is among them, else three. */
const DRUGS = { other: 3, digit: 2, cjk: 2 };
const TERMS = { other: 2 };

describe('a keyword', () => {
  it.each([
    ['', DRUGS, false],
    ['  ', DRUGS, false],
    ['as', DRUGS, false],
    ['asp', DRUGS, true],
    ['b6', DRUGS, true],
    ['6', DRUGS, false],
    ['아스', DRUGS, true],
    ['아', DRUGS, false],
    ['頭痛', DRUGS, true],
    ['アス', DRUGS, true],
    ['a ', TERMS, false],
    [' ra ', TERMS, true],
    ['b6', { other: 3 }, false],
    ['x', { other: 1 }, true],
  ])('"%s" under %o is searched for: %s', (keyword, rule, expected) => {
    expect(isLongEnough(keyword, rule)).toBe(expected);
  });

  it('counts a Korean syllable typed as jamo once', () => {
    const parts = '두통'.normalize('NFD');
    expect(parts.length).toBeGreaterThan(2);
    expect(charactersOf(parts)).toBe(2);
    expect(isLongEnough('두'.normalize('NFD'), DRUGS)).toBe(false);
  });

  it('stays long enough when more is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (some, more) => {
        const longer = `${some.trim()}${more.trim()}`;
        fc.pre(isLongEnough(some, DRUGS) && charactersOf(longer) >= charactersOf(some));
        expect(isLongEnough(longer, DRUGS)).toBe(true);
      }),
    );
  });
});
