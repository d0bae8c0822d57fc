/** Similarity of two texts. */
import { editDistance } from '../../schemas/compile/check/closest.ts';

export { editDistance };

/** Allowed typing errors for a text of this length. */
const slips = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

const counts = new Uint32Array(2 ** 16);

/** Number of common letters at any position: very cheap, and rules out most pairs of texts. */
function commonLetters(a: string, b: string): number {
  let common = 0;
  for (let at = 0; at < a.length; at += 1) counts[a.charCodeAt(at)] = (counts[a.charCodeAt(at)] ?? 0) + 1;
  for (let at = 0; at < b.length; at += 1) {
    const remaining = counts[b.charCodeAt(at)] ?? 0;
    if (remaining === 0) continue;
    counts[b.charCodeAt(at)] = remaining - 1;
    common += 1;
  }
  for (let at = 0; at < a.length; at += 1) counts[a.charCodeAt(at)] = 0;
  return common;
}

/** Whether the texts differ by one or two typing errors. */
export function isTypo(a: string, b: string): boolean {
  const maxSlips = slips(Math.min(a.length, b.length));
  // every letter that only one of them has is a typing error
  return Math.max(a.length, b.length) - commonLetters(a, b) <= maxSlips && editDistance(a, b) <= maxSlips;
}

function pairsOf(text: string): string[] {
  const characters = [...text];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Share of common letter pairs (Dice), 0 to 1. */
export function commonPairs(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const remaining = new Map<string, number>();
  for (const pair of first) remaining.set(pair, (remaining.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of second) {
    const count = remaining.get(pair) ?? 0;
    if (count > 0) common += 1;
    remaining.set(pair, count - 1);
  }
  return first.length + second.length === 0 ? 0 : (2 * common) / (first.length + second.length);
}

const ALIKE = 0.8;

/** Texts with a higher ratio of lengths cannot be similar. */
const MIN_SHARE = 0.6;

export const isAlike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= MIN_SHARE * Math.max(a.length, b.length) &&
  ((mayShare(a, b) && commonPairs(a, b) >= ALIKE) || isTypo(a, b));

/** Each common pair of letters begins with a common letter. */
const mayShare = (a: string, b: string): boolean =>
  2 * commonLetters(a, b) >= ALIKE * ([...a].length + [...b].length - 2);

export const sortedLetters = (text: string): string => [...text].toSorted().join('');
