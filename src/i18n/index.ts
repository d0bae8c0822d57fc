/** Words, languages and times. */
export { formatDate, formatTime, timeAgo } from './formatTime.ts';
export { startI18n, switchLanguage } from './i18n.ts';
export {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  storedLanguage,
  storeLanguage,
  type Language,
} from './languages.ts';
