/** What entries are found by: folded texts joined so that each rank is one look for a piece of text. */
import { fold } from '../case-record/fold.ts';

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

/** What a search text holds where the folded keyword is a whole text, begins one, is a word of one, or stands in one. */
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
const MOST_GRAMS = 12;

/**
 * Pieces that every entry holding the folded keyword has (`dictionary_grams` of migration 0024); empty where the
 * keyword is one ASCII character, which has none.
 */
export function gramsOf(keyword: string, releaseNo: number): string[] {
  const signs = [...keyword];
  const size = Math.min(3, signs.length);
  if (size === 1 && keyword.charCodeAt(0) < 128) return [];
  const count = signs.length - size + 1;
  const step = Math.max(1, Math.ceil(count / MOST_GRAMS));
  const starts = [...Array(count).keys()].filter((at) => at % step === 0 || at === count - 1);
  return [...new Set(starts.map((at) => `${releaseNo}|${signs.slice(at, at + size).join('')}`))];
}
