/** How alike two texts are. */
import { editDistance } from '../../schemas/compile/check/closest.ts';

export { editDistance };

/** So many letters may be wrong in a text of this length. */
const slips = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

const counts = new Uint32Array(2 ** 16);

/** How many letters both have, wherever they stand: what costs next to nothing, and rules most pairs of texts out. */
function commonLetters(a: string, b: string): number {
  let common = 0;
  for (let at = 0; at < a.length; at += 1) counts[a.charCodeAt(at)] = (counts[a.charCodeAt(at)] ?? 0) + 1;
  for (let at = 0; at < b.length; at += 1) {
    const left = counts[b.charCodeAt(at)] ?? 0;
    if (left === 0) continue;
    counts[b.charCodeAt(at)] = left - 1;
    common += 1;
  }
  for (let at = 0; at < a.length; at += 1) counts[a.charCodeAt(at)] = 0;
  return common;
}

/** Do the texts differ by a slip or two of the finger? */
export function isTypo(a: string, b: string): boolean {
  const most = slips(Math.min(a.length, b.length));
  // every letter that only one of them has takes a slip
  return Math.max(a.length, b.length) - commonLetters(a, b) <= most && editDistance(a, b) <= most;
}

function pairsOf(text: string): string[] {
  const signs = [...text];
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

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
  ((mayShare(a, b) && commonPairs(a, b) >= ALIKE) || isTypo(a, b));

/** Each pair of letters that both have begins with a letter that both have. */
const mayShare = (a: string, b: string): boolean =>
  2 * commonLetters(a, b) >= ALIKE * ([...a].length + [...b].length - 2);

export const sortedLetters = (text: string): string => [...text].toSorted().join('');
