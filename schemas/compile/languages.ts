/** The languages of the product: every displayed text has all of them. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;

/** A text in each of them. */
export const inEachLanguage = <Text>(
  textIn: (language: (typeof LANGUAGES)[number]) => Text,
): Record<(typeof LANGUAGES)[number], Text> => ({
  en: textIn('en'),
  ko: textIn('ko'),
  ja: textIn('ja'),
  zh: textIn('zh'),
});
