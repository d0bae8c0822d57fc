/** What entries are found by: folded texts joined so that each rank is one look for a piece of text. */
import { fold } from '../../shared/text/fold.ts';

// a line is "\n text " and a word that punctuation bounds "\t word ": no folded text holds either sign
const LINE = '\n';
const WORD = '\t';

const PUNCTUATED = /[^\p{L}\p{N}\p{M} ]/u;

/** The texts of one entry, each on a line of its own; behind them the words that no space tells apart. */
export function searchTextOf(texts: readonly string[]): string {
  const lines = [...new Set(texts.map(fold).filter((text) => text !== ''))];
  const words = lines
    .filter((line) => PUNCTUATED.test(line))
    .flatMap((line) => line.split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter((word) => word !== '');
  const bounded = [...new Set(words)].filter(
    (word) => !lines.some((line) => ` ${line} `.includes(` ${word} `)),
  );
  return `${lines.map((line) => `${LINE} ${line} `).join('')}${LINE}${bounded.map((word) => `${WORD} ${word} `).join('')}`;
}

/** The search text contains the folded keyword as a whole text, as the beginning of one, as a word, or anywhere. */
export const patternsOf = (keyword: string) => ({
  exact: `${LINE} ${keyword} ${LINE}`,
  prefix: `${LINE} ${keyword}`,
  word: ` ${keyword} `,
  within: keyword,
});

/** The texts of a search text, without its words. */
export const linesOf = (search: string): string[] =>
  search
    .slice(0, search.lastIndexOf(LINE))
    .split(LINE)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** So many pieces narrow a search enough; what they find is looked through. */
const MAX_GRAMS = 6;

const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

/**
 * Pieces that every text holding the folded keyword has (of those of grams.ts): three ASCII characters, two that are not
 * all ASCII; empty where the keyword is one ASCII character, which has none.
 */
export function gramsOf(keyword: string): string[] {
  const characters = [...keyword];
  if (characters.length < 3) return characters.length === 1 && isAscii(keyword) ? [] : [keyword];
  const pieces = characters.slice(0, -1).flatMap((sign, at) => {
    const three = [sign, characters[at + 1], characters[at + 2]].join('');
    const two = [sign, characters[at + 1]].join('');
    if (!isAscii(three) || at === characters.length - 2) return isAscii(two) ? [] : [two];
    return [three];
  });
  const step = Math.max(1, Math.ceil(pieces.length / MAX_GRAMS));
  return [...new Set(pieces.filter((_, at) => at % step === 0 || at === pieces.length - 1))];
}

/** Pieces that every text has of which a line begins with the folded keyword. */
export const prefixGramsOf = (keyword: string): string[] => [
  `${LINE}${[...keyword].slice(0, 3).join('')}`,
  ...gramsOf(keyword),
];

/** Pieces that every text has of which a line is the folded keyword. */
export const exactGramsOf = (keyword: string): string[] => [
  ...prefixGramsOf(keyword),
  `${[...keyword].slice(-3).join('')}${LINE}`,
];
