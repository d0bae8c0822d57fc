import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_RESEMBLANCE, piecesOf, resemblance } from './resemblance.ts';

const aWord = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength, maxLength: 14 });

describe('resemblance', () => {
  it('is whole for the same text, none for a text without a common pair, and the same both ways', () => {
    fc.assert(
      fc.property(aWord(0), aWord(0), (a, b) => {
        expect(resemblance(a, a)).toBe(1);
        expect(resemblance(a, b)).toBeCloseTo(resemblance(b, a));
        expect(resemblance(a, b)).toBeGreaterThanOrEqual(0);
        expect(resemblance(a, b)).toBeLessThanOrEqual(1);
      }),
    );
    expect(resemblance('abc', 'xyz')).toBe(0);
  });

  it.each([
    ['hedache', 'headache', 'heartburn'],
    ['velanroix', 'velanorix', 'valerian'],
    ['두퉁약', '두통약', '복통'],
  ])('of %s is greater to %s than to %s', (keyword, near, far) => {
    expect(resemblance(keyword, near)).toBeGreaterThanOrEqual(MIN_RESEMBLANCE);
    expect(resemblance(keyword, near)).toBeGreaterThan(resemblance(keyword, far));
  });
});

describe('the pieces of a misspelt word', () => {
  it('are right in one half, whatever letter is wrong, missing or too many', () => {
    const slips = fc.constantFrom<(word: string, at: number) => string>(
      (word, at) => `${word.slice(0, at)}x${word.slice(at + 1)}`,
      (word, at) => word.slice(0, at) + word.slice(at + 1),
      (word, at) => `${word.slice(0, at)}x${word.slice(at)}`,
    );
    fc.assert(
      fc.property(aWord(7), slips, fc.nat(), (word, slip, at) => {
        const pieces = piecesOf(slip(word, at % word.length));
        expect(pieces.some((piece) => word.includes(piece))).toBe(true);
      }),
    );
  });

  it('are those of its longest words, and none where all are too short', () => {
    expect(piecesOf('sudden hedache at the morning of may')).toEqual([
      'heda',
      'che',
      'morn',
      'ing',
      'sud',
      'den',
    ]);
    expect(piecesOf('at 5')).toEqual([]);
    expect(piecesOf('통증약')).toEqual(['통증', '증약']);
  });
});
