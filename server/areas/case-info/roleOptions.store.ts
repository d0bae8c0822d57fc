/** Queries on roles as dialogs offer them. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import { fold } from '../../../shared/text/fold.ts';
import type { PageOfRows } from '../../http/paging.ts';
import { holdsFolded } from '../../storage/foldedSql.ts';
import type { Trx } from '../../storage/database.ts';

interface RolesRequest {
  sponsorKey: number;
  keyword: string;
  /** null: all keys */
  within: readonly number[] | null;
  page: PageOfRows;
}

/** A page of the roles that are not deleted, by name. */
export async function findRoles(
  trx: Trx,
  { sponsorKey, keyword, within, page }: RolesRequest,
): Promise<{ total: number; rows: { role_id: number; name: string }[] }> {
  const folded = fold(keyword);
  const conditions: RawBuilder<boolean>[] = [
    sql`sponsor_key = ${sponsorKey} and del_flag = 'N'`,
    ...(within === null ? [] : [sql<boolean>`role_id = any(${[...within]}::int[])`]),
    ...(folded === '' ? [] : [holdsFolded(sql`name`, folded)]),
  ];
  const from = sql`from role where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
  const { rows } = await sql<{ role_id: number; name: string }>`
    select role_id, name ${from} order by name, role_id
    limit ${page.rowCount} offset ${page.offset}`.execute(trx);
  return { total: counted.rows[0]?.total ?? 0, rows };
}
