/** Minimum length of keywords (specification 2-dialogs section 5). */
import { minLengthOf, type DictionaryMinLength } from '../../schemas/compile/dictionaries.ts';

/** Visible characters as a reader counts them, without surrounding white space. */
export const charactersOf = (text: string): number => [...text.trim().normalize('NFC')].length;

/** Whether the keyword is long enough to search. An empty one never is. */
export const isLongEnough = (keyword: string, minLength: DictionaryMinLength): boolean =>
  charactersOf(keyword) >= Math.max(1, minLengthOf({ minLength }, keyword));
