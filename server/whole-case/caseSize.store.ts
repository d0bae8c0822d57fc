/** How large cases are. Takes the transaction it is part of, and decides nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** Documents of the cases together, and the bytes of their content as it is stored. */
export async function sizeOfCases(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<{ documents: number; bytes: number }> {
  const { rows } = await sql<{ documents: number; bytes: number }>`
    select count(*)::int as documents, coalesce(sum(pg_column_size(items) + pg_column_size(rows)), 0)::float as bytes
    from case_page_row
    where sponsor_key = ${sponsorKey} and case_key = any(${[...caseKeys]}::bigint[])`.execute(trx);
  return rows[0] ?? { documents: 0, bytes: 0 };
}
