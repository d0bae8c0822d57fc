import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/text/fold.ts';
import { gramOf, gramsIn } from './grams.ts';
import { exactGramsOf, gramsOf, linesOf, patternsOf, prefixGramsOf, searchTextOf } from './searchText.ts';
import { TIERS } from './tiers.ts';

// few characters, so that keywords match texts
const aText = fc.string({ unit: fc.constantFrom(...'ab -(복통ﾃ%_\n\t'), maxLength: 12 });
const texts = fc.array(aText, { maxLength: 4 });
const aKeyword = aText.map(fold).filter((keyword) => keyword !== '');

const TIER = 3;
const inTier = (grams: readonly string[]): number[] => grams.map((gram) => gramOf(TIER, gram));

describe('a search text', () => {
  it('holds a keyword where one of its texts does, and nowhere else', () => {
    fc.assert(
      fc.property(texts, aKeyword, (text, keyword) => {
        expect(searchTextOf(text).includes(patternsOf(keyword).within)).toBe(
          text.some((text) => fold(text).includes(keyword)),
        );
      }),
    );
  });

  it('tells which text is the keyword, and which begins with it', () => {
    fc.assert(
      fc.property(texts, aKeyword, (text, keyword) => {
        const folded = text.map(fold);
        const { exact, prefix } = patternsOf(keyword);
        expect(searchTextOf(text).includes(exact)).toBe(folded.includes(keyword));
        expect(searchTextOf(text).includes(prefix)).toBe(folded.some((text) => text.startsWith(keyword)));
      }),
    );
  });

  it('gives its texts back, each once, folded', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(linesOf(searchTextOf(text))).toEqual(
          [...new Set(text.map(fold))].filter((text) => text !== ''),
        );
      }),
    );
  });

  it.each([
    ['pain', 'Head pain, severe', true],
    ['severe', 'Head pain (severe)', true],
    ['head pain', 'Severe head pain', true],
    ['pain', 'Painful head', false],
    ['두통', '심한 두통/복통', true],
  ])('has %s as a word in %s: %s', (keyword, text, isWord) => {
    expect(searchTextOf([text]).includes(patternsOf(keyword).word)).toBe(isWord);
  });
});

describe('the pieces of a keyword', () => {
  it('stand in every search text that holds it', () => {
    fc.assert(
      fc.property(aText, aKeyword, aText, (before, keyword, after) => {
        const search = searchTextOf([`${before}${keyword}${after}`]);
        fc.pre(search.includes(keyword));
        expect(gramsIn(TIER, search)).toEqual(expect.arrayContaining(inTier(gramsOf(keyword))));
      }),
    );
  });

  it('tell how a line begins and how it ends', () => {
    fc.assert(
      fc.property(aKeyword, aText, (keyword, after) => {
        const begun = searchTextOf([`${keyword}${after}`]);
        fc.pre(begun.includes(patternsOf(keyword).prefix));
        expect(gramsIn(TIER, begun)).toEqual(expect.arrayContaining(inTier(prefixGramsOf(keyword))));
        expect(gramsIn(TIER, searchTextOf([after, keyword]))).toEqual(
          expect.arrayContaining(inTier(exactGramsOf(keyword))),
        );
      }),
    );
  });

  it('are numbers that no other tier has', () => {
    const tiers = TIERS.map((tier) => gramsIn(tier, searchTextOf(['Head pain', '두통', '頭痛'])));
    expect(new Set(tiers.flat()).size).toBe(tiers.flat().length);
    expect(tiers.flat().every((gram) => gram === (gram | 0))).toBe(true);
  });

  it('are few for the longest keyword, and reach its end', () => {
    const grams = gramsOf('abcdefghij'.repeat(150));
    expect(grams.length).toBeLessThanOrEqual(7);
    expect(grams).toContain('hij');
  });

  it('are none for one ASCII character, one for one of any other script', () => {
    expect(gramsOf('a')).toEqual([]);
    expect(gramsOf('암')).toEqual(['암']);
  });
});
