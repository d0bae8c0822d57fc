/** Counting letters rules out only pairs that a letter-by-letter comparison would rule out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPairs, editDistance, isAlike, isTypo } from './similarity.ts';

/** Few letters, so that texts are often similar; a script beyond two bytes among them. */
const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '환', '😀'), maxLength: 12 });
const near = fc
  .tuple(texts, texts, fc.nat(12))
  .map(([text, part, at]): [string, string] => [text, text.slice(0, at) + part.slice(0, 2) + text.slice(at)]);
const pairs = fc.oneof(fc.tuple(texts, texts), near);

const slips = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

describe('similar texts', () => {
  it('differ by at most the number of typing errors for their length', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(isTypo(a, b)).toBe(editDistance(a, b) <= slips(Math.min(a.length, b.length)));
      }),
    );
  });

  it('share four of five pairs of letters, or differ by a typing error', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const isNearlyAsLong = Math.min(a.length, b.length) >= 0.6 * Math.max(a.length, b.length);
        expect(isAlike(a, b)).toBe(isNearlyAsLong && (commonPairs(a, b) >= 0.8 || isTypo(a, b)));
      }),
    );
  });
});
