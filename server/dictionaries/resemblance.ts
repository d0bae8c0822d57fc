/** How much texts resemble a keyword: what is offered where nothing holds it. */
import { commonPairs } from '../../shared/text/similarity.ts';

/** Shorter keywords resemble everything. */
const MIN_LENGTH = 4;
const MIN_CJK_LENGTH = 3;
/** Only so many words are looked for, the longest ones. */
const MAX_WORDS = 3;
/** A text resembles the keyword from this share of common bigrams. */
export const MIN_RESEMBLANCE = 0.4;

const isAscii = (word: string): boolean => /^[\u0020-\u007e]*$/.test(word);

/**
 * Pieces of a folded keyword of which what resembles it holds one: of a word with one slip, one half is right. Empty
 * where the keyword is too short to tell.
 */
export function piecesOf(keyword: string): string[] {
  const words = keyword
    .split(' ')
    .filter((word) => [...word].length >= (isAscii(word) ? MIN_LENGTH : MIN_CJK_LENGTH))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
  return [...new Set(words.flatMap(halvesOf))];
}

function halvesOf(word: string): string[] {
  const characters = [...word];
  const minLength = isAscii(word) ? 3 : 2;
  const middle = Math.max(minLength, Math.ceil(characters.length / 2));
  return [
    characters.slice(0, middle).join(''),
    characters.slice(-Math.max(minLength, characters.length - middle)).join(''),
  ];
}

/** How much a text resembles the keyword, from 0 to 1; where both begin and end counts, too. */
export const resemblance = (keyword: string, text: string): number =>
  commonPairs(` ${keyword} `, ` ${text} `);
