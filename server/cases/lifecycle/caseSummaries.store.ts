/** Queries on the list columns of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type Updateable } from 'kysely';
import type { Trx } from '../../storage/database.ts';
import type { Database } from '../../storage/tables.ts';
import type { CaseRecord } from '../record/case.store.ts';
import type { NamedMasters } from '../record/summary.ts';

/** The case itself did not change: its times and its version of the catalogue stay. */
export async function updateSummary(
  trx: Trx,
  { sponsor_key, case_key }: CaseRecord,
  summary: Updateable<Database['pv_case']>,
): Promise<void> {
  await trx
    .updateTable('pv_case')
    .set(summary)
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .execute();
}

interface CaseWithNames {
  caseKey: number;
  /** the values of the items */
  names: string[];
  /** of the masters that it is linked to */
  keys: number[];
}

interface NamingCases {
  column: keyof NamedMasters;
  items: readonly { page: string; itemId: string }[];
  after: number;
  limit: number;
}

/** Newest versions behind a key, in their order. */
export async function findCasesWithNames(
  trx: Trx,
  sponsorKey: number,
  { column, items, after, limit }: NamingCases,
): Promise<CaseWithNames[]> {
  const { rows } = await sql<CaseWithNames>`
    select c.case_key as "caseKey", ${sql.ref(`c.${column}`)} as keys, array(
        select distinct i.value ->> 'v' from case_page_row d cross join lateral jsonb_each(d.items) i
        where d.sponsor_key = c.sponsor_key and d.case_key = c.case_key and not d.deleted
          and d.page = any(${items.map(({ page }) => page)}::text[])
          and split_part(i.key, '|', 1) = any(${items.map(({ itemId }) => itemId)}::text[]) and i.value ->> 'v' <> ''
      ) as names
    from pv_case c
    where c.sponsor_key = ${sponsorKey} and c.latest and c.case_key > ${after}
    order by c.case_key limit ${limit}`.execute(trx);
  return rows;
}
