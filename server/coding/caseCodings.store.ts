/** Queries on the terms of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable } from 'kysely';
import type { CaseCodingTable } from '../storage/codingTables.ts';
import type { Trx } from '../storage/database.ts';
import type { CodedCase } from './caseCodings.ts';

export type DerivedCoding = Omit<Insertable<CaseCodingTable>, 'sponsor_key' | 'case_key'>;

/** In place of all that was derived of these pages of the version. */
export async function putCodings(
  trx: Trx,
  { sponsorKey, caseKey }: CodedCase,
  pages: readonly string[],
  rows: readonly DerivedCoding[],
): Promise<void> {
  await trx
    .deleteFrom('case_coding')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('page', 'in', pages)
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('case_coding')
    .values(rows.map((row) => ({ sponsor_key: sponsorKey, case_key: caseKey, ...row })))
    .execute();
}

export const markDerived = (trx: Trx, { sponsorKey, caseKey }: CodedCase, derivedWith: string) =>
  trx
    .insertInto('case_coded')
    .values({ sponsor_key: sponsorKey, case_key: caseKey, derived_with: derivedWith })
    .onConflict((same) =>
      same.columns(['sponsor_key', 'case_key']).doUpdateSet({ derived_with: derivedWith }),
    )
    .execute();

/** Newest versions whose terms were derived with something else or never, locked; those being changed are left out. */
export async function lockUnderived(
  trx: Trx,
  sponsorKey: number,
  derivedWith: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ case_key: number }>`
    select c.case_key from pv_case c
    where c.sponsor_key = ${sponsorKey} and c.latest and not exists (
      select from case_coded d
      where d.sponsor_key = c.sponsor_key and d.case_key = c.case_key and d.derived_with = ${derivedWith})
    order by c.case_key limit ${limit} for update of c skip locked`.execute(trx);
  return rows.map(({ case_key }) => case_key);
}
