/** Queries on the warnings of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { Trx } from '../storage/database.ts';
import { portionsOf } from '../storage/portions.ts';
import type { CaseWarningTable } from '../storage/workTables.ts';

/** The name of the projection. */
export const CASE_WARNINGS = 'caseWarnings';

/** In place of all that was derived of the version. */
export async function putWarnings(
  trx: Trx,
  { sponsorKey, caseKey }: { sponsorKey: number; caseKey: number },
  rows: readonly Omit<Insertable<CaseWarningTable>, 'sponsor_key' | 'case_key'>[],
): Promise<void> {
  await trx
    .deleteFrom('case_warning')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .execute();
  const keyed = rows.map((row) => ({ sponsor_key: sponsorKey, case_key: caseKey, ...row }));
  for (const portion of portionsOf(keyed)) await trx.insertInto('case_warning').values(portion).execute();
}

/** Cases that the reader may see, and whose warnings were not derived since they were saved. */
export async function countPending(trx: Trx, sponsorKey: number, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from projection_stale s
    join pv_case c on c.sponsor_key = s.sponsor_key and c.case_key = s.record_key
    where s.sponsor_key = ${sponsorKey} and s.name = ${CASE_WARNINGS} and c.latest and ${caseInScope(scope)}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}
