/** The languages of the product, and which one a person uses. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  zh: '中文',
};

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

const COOKIE = 'language';
const YEAR_S = 365 * 24 * 3600;

/** The language in the cookie; English if there is none. */
export function storedLanguage(): Language {
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  return isLanguage(remembered) ? remembered : DEFAULT_LANGUAGE;
}

export function storeLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
