/** How large cases are. Takes the transaction it is part of, and decides nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** Documents, and the bytes of their content as it is stored. */
export interface CaseSize {
  documents: number;
  bytes: number;
}

const measured = sql`count(*)::int as documents,
  coalesce(sum(pg_column_size(items) + pg_column_size(rows)), 0)::float as bytes from case_page_row`;

const ofCases = (sponsorKey: number, caseKeys: readonly number[]) =>
  sql`where sponsor_key = ${sponsorKey} and case_key = any(${[...caseKeys]}::bigint[])`;

/** Of the cases together. */
export async function sizeOfCases(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<CaseSize> {
  const { rows } = await sql<CaseSize>`select ${measured} ${ofCases(sponsorKey, caseKeys)}`.execute(trx);
  return rows[0] ?? { documents: 0, bytes: 0 };
}

/** Of the largest one, by each measure. */
export async function sizeOfLargest(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<CaseSize> {
  const { rows } = await sql<CaseSize>`
    select coalesce(max(documents), 0) as documents, coalesce(max(bytes), 0) as bytes from (
      select ${measured} ${ofCases(sponsorKey, caseKeys)} group by case_key) one`.execute(trx);
  return rows[0] ?? { documents: 0, bytes: 0 };
}

/** Of each case that has any document, by key. */
export async function sizesOfCases(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<Map<number, CaseSize>> {
  const { rows } = await sql<CaseSize & { case_key: number }>`
    select case_key, ${measured} ${ofCases(sponsorKey, caseKeys)} group by case_key`.execute(trx);
  return new Map(rows.map(({ case_key, ...size }) => [case_key, size]));
}
