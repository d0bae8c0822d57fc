/** Normalises texts for comparison. */
import { foldAccents } from '../text/fold.ts';
import { memoize } from '../text/memoize.ts';

/** One form of each character (NFKC: full-width digits, half-width kana, jamo), lower case, no accents, punctuation as spaces. */
export const normalised = memoize((text): string =>
  foldAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim(),
);

/** The same without spaces: numbers of cases and records are written with varying separators. */
export const idText = (text: string): string => normalised(text).replaceAll(' ', '');

const WORDS_OF_STRENGTH =
  /\b\d+([ .,]\d+)*\s*(mg|g|ml|l|mcg|ug|µg|iu|mmol|mm|%|microgram(s)?|milligram(s)?|units?)\b|\d+(밀리그램|밀리그람|그램|마이크로그램|ミリグラム|毫克|微克)/gu;
const WORDS_OF_FORM =
  /\b(tab(let)?s?|cap(sule)?s?|inj(ection)?s?|syrup|solution|film coated|oral|iv|im|sc|sr|er|xr|cr)\b|(주사액|주사|캡슐|시럽|정|錠|カプセル|注射液|片|胶囊)(?=\s|$)/gu;

/** The name of a product without strength and form: `Tylenol Tab. 500mg` becomes `tylenol`. Never empty. */
export const productText = memoize((text): string => {
  const whole = normalised(text);
  const name = whole.replace(WORDS_OF_STRENGTH, ' ').replace(WORDS_OF_FORM, ' ').replace(/\s+/g, ' ').trim();
  return name || whole;
});

/** Titles: separate words, and suffixes of words in scripts without spaces. */
export interface Titles {
  words: ReadonlySet<string>;
  endings: readonly string[];
}

export const titlesOf = (titles: readonly string[]): Titles => ({
  words: new Set(titles),
  endings: titles.filter((title) => /[^a-z]/.test(title)),
});

/** Words of a name without titles. */
export function nameWords(text: string, { words: titles, endings }: Titles): string[] {
  const words = normalised(text).split(' ').filter(Boolean);
  const bare = words.map((word) => {
    const title = endings.find((one) => word.length > one.length && word.endsWith(one));
    return title ? word.slice(0, -title.length) : word;
  });
  const withoutTitles = bare.filter((word) => !titles.has(word));
  return withoutTitles.length > 0 ? withoutTitles : bare;
}

/** More than initials: a word with more letters than initials have, or in another script. */
export const isWholeName = (words: readonly string[]): boolean =>
  words.some((word) => word.length > 3 || /[^\p{ASCII}]/u.test(word));
