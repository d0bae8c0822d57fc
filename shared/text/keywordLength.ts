/** Keywords as they are counted (specification 2-dialogs section 5). */
import { minLengthOf, type DictionaryMinLength } from '../../schemas/compile/dictionaries.ts';

/** Characters as a reader counts them, those at the ends that are not seen left out. */
export const charactersOf = (text: string): number => [...text.trim().normalize('NFC')].length;

/** Is the keyword searched for? An empty one never is. */
export const isLongEnough = (keyword: string, minLength: DictionaryMinLength): boolean =>
  charactersOf(keyword) >= Math.max(1, minLengthOf({ minLength }, keyword));
