/** The languages of the product: every displayed text has all of them. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
