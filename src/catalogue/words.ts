/** Words of the catalogue in one language. */
import type { Words } from '../../schemas/compile/sources.types.ts';
import type { Language } from '../i18n/index.ts';

export const wordsIn = (words: Words, language: Language): string => words[language] || words.en;
