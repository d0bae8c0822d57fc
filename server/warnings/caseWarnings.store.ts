/** Queries on what is derived for warnings. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { CaseWarningTable } from '../storage/workTables.ts';

export interface Watched {
  sponsorKey: number;
  caseKey: number;
}

/** From now on what was derived of the version counts as old. */
export const markWritten = (trx: Trx, { sponsorKey, caseKey }: Watched) =>
  trx
    .insertInto('case_watch')
    .values({ sponsor_key: sponsorKey, case_key: caseKey })
    .onConflict((same) => same.columns(['sponsor_key', 'case_key']).doUpdateSet({ derived_with: '' }))
    .execute();

/** Newest versions that nothing was ever derived of count as written; answers how many there were, at most the limit. */
export async function watchOthers(trx: Trx, sponsorKey: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into case_watch (sponsor_key, case_key)
    select c.sponsor_key, c.case_key from pv_case c
    where c.sponsor_key = ${sponsorKey} and c.latest and not exists (
      select from case_watch w where w.sponsor_key = c.sponsor_key and w.case_key = c.case_key)
    limit ${limit} on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** A version whose warnings were derived with something else, kept from others until the transaction ends. */
export async function claimWritten(
  trx: Trx,
  sponsorKey: number,
  derivedWith: string,
): Promise<number | null> {
  // two ranges, so that the index finds the few there are
  const { rows } = await sql<{ case_key: number }>`
    select case_key from case_watch
    where sponsor_key = ${sponsorKey} and (derived_with < ${derivedWith} or derived_with > ${derivedWith})
    order by derived_with limit 1 for update skip locked`.execute(trx);
  return rows[0]?.case_key ?? null;
}

export const markDerived = (trx: Trx, { sponsorKey, caseKey }: Watched, derivedWith: string) =>
  trx
    .updateTable('case_watch')
    .set({ derived_with: derivedWith })
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .execute();

/** In place of all that was derived of the version. */
export async function putWarnings(
  trx: Trx,
  { sponsorKey, caseKey }: Watched,
  rows: readonly Omit<Insertable<CaseWarningTable>, 'sponsor_key' | 'case_key'>[],
): Promise<void> {
  await trx
    .deleteFrom('case_warning')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('case_warning')
    .values(rows.map((row) => ({ sponsor_key: sponsorKey, case_key: caseKey, ...row })))
    .execute();
}

/** To whom a report of the version is owed. */
export async function findOwedReceivers(trx: Trx, { sponsorKey, caseKey }: Watched): Promise<string[]> {
  const found = await trx
    .selectFrom('case_obligation')
    .select('receiver')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('met', 'is', null)
    .execute();
  return found.map(({ receiver }) => receiver);
}
