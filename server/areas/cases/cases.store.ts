/** Queries on cases and their versions. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { stepOfCase } from '../../cases/record/case.store.ts';
import type { Trx } from '../../storage/database.ts';

/** Printed names by user id. */
export async function namesOfUsers(trx: Trx, userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await trx
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(found.map(({ user_id, name }) => [user_id, name]));
}

export const setFlags = (
  trx: Trx,
  { sponsorKey, caseKey }: { sponsorKey: number; caseKey: number },
  flags: { reviewed: boolean; locked: boolean; deleted: boolean },
  { at, by }: { at: Date; by: string },
) =>
  trx
    .updateTable('pv_case')
    .set({
      reviewed: flags.reviewed,
      locked: flags.locked,
      del_flag: flags.deleted ? 'Y' : 'N',
      status_at: at,
      finished_at:
        flags.reviewed || flags.locked ? sql<Date>`coalesce(finished_at, ${at}::timestamptz)` : null,
      retrieved_at: at,
      updated_at: at,
      updated_by: by,
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .returningAll()
    .returning(stepOfCase)
    .executeTakeFirstOrThrow();

export const findVersionsByKey = (trx: Trx, sponsorKey: number, caseKeys: readonly number[]) =>
  trx
    .selectFrom('pv_case')
    .selectAll()
    .select(stepOfCase)
    .where('sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`case_key = any(${[...caseKeys]}::bigint[])`)
    .execute();

/** Those of the cases, by the keys of their first versions, of which any version was handed out. */
export async function rootsDistributed(
  trx: Trx,
  sponsorKey: number,
  rootCaseKeys: readonly number[],
): Promise<Set<number>> {
  const found = await trx
    .selectFrom('pv_case as c')
    .select('c.root_case_key')
    .distinct()
    .where('c.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`c.root_case_key = any(${[...rootCaseKeys]}::bigint[])`)
    .where(
      sql<boolean>`exists (select 1 from distribution d where d.sponsor_key = c.sponsor_key and d.case_key = c.case_key)`,
    )
    .execute();
  return new Set(found.map(({ root_case_key }) => root_case_key));
}
