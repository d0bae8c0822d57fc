/** The keyword search of lists: a row contains every word. */
import { sql, type RawBuilder } from 'kysely';
import { foldedSql } from '../storage/foldedSql.ts';
import type { ListReading, ListSource } from './listSource.ts';

/** A condition for rows that contain a folded word. */
export type ContainsWord = (word: string, reading: ListReading) => RawBuilder<boolean>;

export const searchEach =
  (contains: ContainsWord): NonNullable<ListSource['search']> =>
  (words, reading) =>
    sql<boolean>`(${sql.join(
      words.map((word) => contains(word, reading)),
      sql` and `,
    )})`;

/** The same in one text of the row, however it is written. */
export const searchIn = (text: RawBuilder<string | null>): NonNullable<ListSource['search']> =>
  searchInFolded(foldedSql(text));

/** The same in one text of the row that is stored folded. */
export const searchInFolded = (text: RawBuilder<unknown>): NonNullable<ListSource['search']> =>
  searchEach((word) => sql<boolean>`position(${word} in ${text}) > 0`);
