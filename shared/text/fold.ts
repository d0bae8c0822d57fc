/**
 * Texts as they are compared, the same at both ends: never by the locale of a browser or a machine, since in Turkish `I` is
 * not the capital of `i`.
 */

/** Accents of Latin letters; the voicing marks of kana are none. */
const ACCENTS = /[\u0300-\u036f]/g;

/** As searches compare: one form of each character (NFKC), lower case, single spaces. */
export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** As names and terms are compared: without accents, too; spaces and signs as they are. */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase();
