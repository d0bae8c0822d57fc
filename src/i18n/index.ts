/** Words and languages. Times are in `formatTime.ts`, which the pages before the login do without. */
export { loadAllWords, startI18n, switchLanguage, wordsOf } from './i18n.ts';
export {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  storedLanguage,
  storeLanguage,
  type Language,
} from './languages.ts';
