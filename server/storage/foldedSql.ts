/** `shared/text/fold` in SQL, but for spaces, which stay as they are. */
import { sql, type RawBuilder } from 'kysely';
import { lowerLetters } from '../../shared/text/fold.ts';
import type { Db } from './database.ts';

/** Texts are found in it by `strpos`, with the text looked for folded. */
export const foldedSql = (text: RawBuilder<string | null>): RawBuilder<string | null> =>
  sql<string | null>`lower(normalize(${text}, NFKC))`;

/** With single spaces, too: a line break in a text is found by the space that is typed for it. */
export const spacedSql = (text: RawBuilder<string | null>): RawBuilder<string | null> =>
  sql<string | null>`folded_text(${text})`;

/** Does the text hold the folded one? Without spaces it is found whatever the spaces around it are. */
export const holdsFolded = (text: RawBuilder<string | null>, folded: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(${folded.includes(' ') ? spacedSql(text) : foldedSql(text)}, ${folded}) > 0`;

/** Capitals that locales treat differently: of Turkish, of the C locale, and of ICU at the end of a word. */
const CAPITALS = 'IİÉЖΟΣ';

/** Whether `lower()` of the database folds as `lowerLetters` does, which depends on the locale it was created with. */
export async function lowersAllLetters(db: Db): Promise<boolean> {
  const { rows } = await sql<{ lowered: string }>`select lower(${CAPITALS}) as lowered`.execute(db);
  return rows[0]?.lowered === lowerLetters(CAPITALS);
}
