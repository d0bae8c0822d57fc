/** How alike two texts are. */
import { editDistance } from '../../schemas/compile/check/closest.ts';

export { editDistance };

/** So many letters may be wrong in a text of this length. */
const slips = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

/** Do the texts differ by a slip or two of the finger? */
export const isTypo = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 2 && editDistance(a, b) <= slips(Math.min(a.length, b.length));

const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

/** Share of the pairs of letters that both have (Dice), 0 to 1. */
export function commonPairs(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const left = new Map<string, number>();
  for (const pair of first) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of second) {
    const count = left.get(pair) ?? 0;
    if (count > 0) common += 1;
    left.set(pair, count - 1);
  }
  return first.length + second.length === 0 ? 0 : (2 * common) / (first.length + second.length);
}

const ALIKE = 0.8;

/** Texts of which one is so much longer cannot be alike. */
const LEAST_PART = 0.6;

export const isAlike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= LEAST_PART * Math.max(a.length, b.length) &&
  (commonPairs(a, b) >= ALIKE || isTypo(a, b));

export const sortedLetters = (text: string): string => [...text].toSorted().join('');
