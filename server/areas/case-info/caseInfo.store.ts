/** Queries on masters as dialogs offer them. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { PageOfRows } from '../../http/paging.ts';
import { fold } from '../../../shared/text/fold.ts';
import { containsText } from '../../lists/filterSql.ts';
import type { Trx } from '../../storage/database.ts';

/** A table of masters: its key, what is shown and searched of it, in the order it is sorted by, and what else is said. */
export interface MasterTable {
  table: 'sender' | 'study' | 'role';
  key: string;
  texts: readonly string[];
  more?: readonly string[];
}

export interface MastersRequest {
  sponsorKey: number;
  keyword: string;
  /** sets of keys that a row has to be in each of */
  within: readonly (readonly number[])[];
  page: PageOfRows;
}

/** By column of the table. */
export type MasterRow = Record<string, number | string | null>;

export interface FoundMasters {
  total: number;
  rows: MasterRow[];
}

/** A page of those that are not deleted. */
export async function findMasters(
  trx: Trx,
  { table, key, texts, more = [] }: MasterTable,
  { sponsorKey, keyword, within, page }: MastersRequest,
): Promise<FoundMasters> {
  const folded = fold(keyword);
  const of = sql.ref(key);
  const conditions: RawBuilder<boolean>[] = [
    sql`sponsor_key = ${sponsorKey} and del_flag = 'N'`,
    ...within.map((keys) => sql<boolean>`${of} = any(${[...keys]}::int[])`),
    ...(folded === ''
      ? []
      : [
          sql<boolean>`(${sql.join(
            texts.map((text) => containsText(sql`coalesce(${sql.ref(text)}, '')`, folded)),
            sql` or `,
          )})`,
        ]),
  ];
  const from = sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
  const { rows } = await sql<MasterRow>`
    select ${sql.join([key, ...texts, ...more].map((column) => sql.ref(column)))} ${from}
    order by ${sql.join([...texts, key].map((column) => sql.ref(column)))}
    limit ${page.rowCount} offset ${page.offset}`.execute(trx);
  return { total: counted.rows[0]?.total ?? 0, rows };
}
