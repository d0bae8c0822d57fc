/** Queries on records as dialogs offer them. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import { fold } from '../../shared/text/fold.ts';
import type { PageOfRows } from '../http/paging.ts';
import type { Trx } from '../storage/database.ts';

export interface OptionsRequest {
  sponsorKey: number;
  kind: string;
  keyword: string;
  /** also those that are not in use */
  all: boolean;
  /** sets of keys that a record has to be in each of */
  within: readonly (readonly number[])[];
  page: PageOfRows;
}

export interface FoundOptions {
  total: number;
  rows: { record_key: number; columns: Record<string, string[]> }[];
}

/** A page of the records, in the order of their names. */
export async function findOptions(
  trx: Trx,
  { sponsorKey, kind, keyword, all, within, page }: OptionsRequest,
): Promise<FoundOptions> {
  const folded = fold(keyword);
  const conditions: RawBuilder<boolean>[] = [
    sql`sponsor_key = ${sponsorKey} and kind = ${kind}`,
    ...(all ? [] : [sql<boolean>`del_flag = 'N' and state = 'active'`]),
    ...within.map((keys) => sql<boolean>`record_key = any(${[...keys]}::int[])`),
    ...(folded === '' ? [] : [sql<boolean>`strpos(search, ${folded}) > 0`]),
  ];
  const from = sql`from record where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
  const { rows } = await sql<FoundOptions['rows'][number]>`
    select record_key, columns ${from} order by name, record_key
    limit ${page.rowCount} offset ${page.offset}`.execute(trx);
  return { total: counted.rows[0]?.total ?? 0, rows };
}
