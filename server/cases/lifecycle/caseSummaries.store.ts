/** Writes the list columns of a case. */
import type { Updateable } from 'kysely';
import type { Trx } from '../../storage/database.ts';
import type { Database } from '../../storage/tables.ts';
import type { CaseRecord } from '../record/case.store.ts';

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
