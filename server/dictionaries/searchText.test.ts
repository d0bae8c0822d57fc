import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../case-record/fold.ts';
import { gramsOf, linesOf, patternsOf, searchTextOf } from './searchText.ts';

// few signs, so that keywords meet texts
const aText = fc.string({ unit: fc.constantFrom(...'ab -(복통ﾃ%_\n\t'), maxLength: 12 });
const texts = fc.array(aText, { maxLength: 4 });
const aKeyword = aText.map(fold).filter((keyword) => keyword !== '');

/** As `dictionary_grams` of migration 0024 does. */
const piecesIn = (search: string): Set<string> => {
  const signs = [...search];
  const pieces = [1, 2, 3].flatMap((size) => signs.map((_, at) => signs.slice(at, at + size).join('')));
  return new Set(pieces.map((piece) => `7|${piece}`));
};

describe('a search text', () => {
  it('holds a keyword where one of its texts does, and nowhere else', () => {
    fc.assert(
      fc.property(texts, aKeyword, (said, keyword) => {
        expect(searchTextOf(said).includes(patternsOf(keyword).within)).toBe(
          said.some((text) => fold(text).includes(keyword)),
        );
      }),
    );
  });

  it('tells which text is the keyword, and which begins with it', () => {
    fc.assert(
      fc.property(texts, aKeyword, (said, keyword) => {
        const folded = said.map(fold);
        const { exact, prefix } = patternsOf(keyword);
        expect(searchTextOf(said).includes(exact)).toBe(folded.includes(keyword));
        expect(searchTextOf(said).includes(prefix)).toBe(folded.some((text) => text.startsWith(keyword)));
      }),
    );
  });

  it('gives its texts back, each once, folded', () => {
    fc.assert(
      fc.property(texts, (said) => {
        expect(linesOf(searchTextOf(said))).toEqual(
          [...new Set(said.map(fold))].filter((text) => text !== ''),
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
        expect([...piecesIn(search)]).toEqual(expect.arrayContaining(gramsOf(keyword, 7)));
      }),
    );
  });

  it('are few for the longest keyword, and reach its end', () => {
    const grams = gramsOf('abcdefghij'.repeat(150), 7);
    expect(grams.length).toBeLessThanOrEqual(13);
    expect(grams).toContain('7|hij');
  });

  it('are none for one ASCII character, one for one of any other script', () => {
    expect(gramsOf('a', 7)).toEqual([]);
    expect(gramsOf('암', 7)).toEqual(['7|암']);
  });
});
