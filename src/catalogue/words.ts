/** Words of the catalogue in one language. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Language } from '../i18n/index.ts';

export const wordsIn = (words: LocalizedText, language: Language): string => words[language] || words.en;
