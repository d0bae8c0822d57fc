/**
 * Folds texts for comparison, with the same result in browser and server: never by the locale of the machine, since in
 * Turkish `I` is not the capital of `i`.
 */

/** Accents of Latin letters; the voicing marks of kana are none. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * As `lower()` of PostgreSQL, which folds the stored texts: one letter for a letter, whatever is around it. `toLowerCase`
 * makes two characters of İ, and another letter of a Σ that ends a word.
 */
export const lowerLetters = (text: string): string =>
  text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();

/** For searches: one form of each character (NFKC), lower case, single spaces. */
export const fold = (text: string): string =>
  lowerLetters(text.normalize('NFKC')).replace(/\s+/g, ' ').trim();

/** For names and terms: also without accents; spaces and punctuation unchanged. */
export const foldAccents = (text: string): string =>
  lowerLetters(text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC'));
