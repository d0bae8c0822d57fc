/** The languages of the product: each text that people read stands in all of them. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
