/**
 * Hashes of the pieces of a search text, by which the index finds it: two characters (no keyword asks for a space beside
 * an ASCII one), three ASCII ones, one that is not ASCII (a Chinese, Japanese or Korean word may be one character); how a
 * line begins and how it ends, with the sign of a line. Each is marked with the tier, so that the first tiers can be read
 * without the others. Two pieces of one number only narrow less. The words behind the lines are pieces of these.
 */

import { createHash } from 'node:crypto';

const BASIS = 2_166_136_261;
const PRIME = 16_777_619;
const SPACE = 0x20;
const LINE = 0x0a;
const WORDS = 0x09;
const MAX_ASCII = 0x7f;

/** FNV-1a over characters. */
const add = (hash: number, sign: number): number => Math.imul(hash ^ sign, PRIME);

/** The hash of a piece in a tier, a signed number of 32 bits. */
export const gramOf = (tier: number, piece: string): number =>
  [...piece].reduce((hash, sign) => add(hash, sign.codePointAt(0) ?? 0), add(BASIS, tier));

/** The hash of a value of a column in a tier, as the function `dictionary_facts` of the database makes it. */
export const factGramOf = (tier: number, column: string, value: string): number =>
  createHash('md5').update(`${tier}${column}=${value}`).digest().readInt32BE(0);

/** All that a search text (`searchTextOf`) is found by, each once. */
export function gramsIn(tier: number, search: string): number[] {
  const grams = new Set<number>();
  const basis = add(BASIS, tier);
  const lineBasis = add(basis, LINE);
  // hashes of the entries that begin one and two characters before the current one
  let one = basis;
  let two = basis;
  let head = lineBasis;
  /** of the characters of a line, with a space before and after its text */
  let line: number[] = [];
  let asciiRun = 0;
  for (const character of search) {
    const sign = character.codePointAt(0) ?? 0;
    if (sign === WORDS) break;
    if (sign === LINE) {
      if (line.length > 2) {
        const end = line.slice(1, -1).slice(-3);
        grams.add(add(end.reduce(add, basis), LINE));
      }
      line = [];
      head = lineBasis;
      asciiRun = 0;
      continue;
    }
    const before = line.at(-1);
    line.push(sign);
    if (line.length > 1 && line.length < 5) grams.add((head = add(head, sign)));
    const single = add(basis, sign);
    asciiRun = sign > MAX_ASCII ? 0 : asciiRun + 1;
    if (asciiRun === 0) grams.add(single);
    const isBeside = asciiRun > 1 && (sign === SPACE || before === SPACE);
    if (line.length > 1 && !isBeside) grams.add(add(one, sign));
    if (asciiRun > 2) grams.add(add(two, sign));
    two = add(one, sign);
    one = single;
  }
  return [...grams];
}
