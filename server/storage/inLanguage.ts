/** Words that are kept by language. */
import { sql, type RawBuilder } from 'kysely';

/** What a column `{"en": …, "ko": …}` says in a language, else in English; null where the column is null. */
export const inLanguage = (words: RawBuilder<unknown>, language: string): RawBuilder<string> =>
  sql<string>`coalesce(${words} ->> ${language}, ${words} ->> 'en')`;
