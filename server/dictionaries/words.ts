/** English, or the only language there is; further languages as far as a dictionary has them. */
export type TermWords = { en: string } & Partial<Record<'ko' | 'ja' | 'zh', string>>;
