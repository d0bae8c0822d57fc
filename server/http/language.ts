/** The languages of the product. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English if no language, or an unknown one, is requested. */
export const languageOf = (requested: unknown): Language =>
  LANGUAGES.find((language) => language === requested) ?? 'en';
