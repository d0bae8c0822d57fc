/** Queries on the terms of cases. They take the transaction they are part of, and decide nothing. */
import type { Insertable } from 'kysely';
import type { CaseCodingTable } from '../storage/codingTables.ts';
import type { Trx } from '../storage/database.ts';
import { portionsOf } from '../storage/portions.ts';

export interface CodedCase {
  sponsorKey: number;
  caseKey: number;
}

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
  const keyed = rows.map((row) => ({ sponsor_key: sponsorKey, case_key: caseKey, ...row }));
  for (const portion of portionsOf(keyed)) await trx.insertInto('case_coding').values(portion).execute();
}
