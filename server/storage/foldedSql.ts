/** `shared/text/fold` in SQL, but for spaces, which stay as they are. */
import { sql, type RawBuilder } from 'kysely';

/** Texts are found in it by `strpos`, with the text looked for folded. */
export const foldedSql = (text: RawBuilder<string | null>): RawBuilder<string | null> =>
  sql<string | null>`lower(normalize(${text}, NFKC))`;
