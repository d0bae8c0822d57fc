/** The languages of the product. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English where another language, or none, is asked for. */
export const languageOf = (requested: unknown): Language =>
  LANGUAGES.find((language) => language === requested) ?? 'en';
