/** Queries on what cases owe receivers. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Owed } from '../../shared/obligations/obligations.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseRecord } from './case.store.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'case_key'>;

export const findOwed = async (trx: Trx, { sponsor_key, case_key }: Version): Promise<Owed[]> => {
  const found = await trx
    .selectFrom('case_obligation')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .orderBy('due')
    .orderBy('receiver')
    .execute();
  return found.map(({ rule_id, receiver, day0, days, due, met, reason }) => ({
    ...{ receiver, ruleId: rule_id, day0, days, due, met, reason },
  }));
};

/** In place of all that was kept of the version. */
export async function putOwed(
  trx: Trx,
  { sponsor_key, case_key }: Version,
  owed: readonly Owed[],
): Promise<void> {
  await trx
    .deleteFrom('case_obligation')
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .execute();
  if (owed.length === 0) return;
  const rows = owed.map(({ receiver, ruleId, day0, days, due, met, reason }) => ({
    ...{ sponsor_key, case_key, receiver, rule_id: ruleId, day0, days, due, met },
    reason: JSON.stringify(reason),
  }));
  await trx.insertInto('case_obligation').values(rows).execute();
}

/** The earliest day of a version, and none of the other versions of its case. */
export const putDueDate = (
  trx: Trx,
  { sponsor_key, case_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key'>,
  due: string | null,
) =>
  trx
    .updateTable('pv_case')
    .set({ due_date: sql<string | null>`case when case_key = ${case_key} then ${due}::text end` })
    .where('sponsor_key', '=', sponsor_key)
    .where('root_case_key', '=', root_case_key)
    .where(sql<boolean>`due_date is distinct from case when case_key = ${case_key} then ${due}::text end`)
    .execute();

/** The version before, with the number it had. */
export const findVersionBefore = (
  trx: Trx,
  { sponsor_key, root_case_key, version_no }: CaseRecord,
): Promise<Version | undefined> =>
  trx
    .selectFrom('pv_case')
    .select(['sponsor_key', 'case_key'])
    .where('sponsor_key', '=', sponsor_key)
    .where('root_case_key', '=', root_case_key)
    .where('version_no', '<', version_no)
    .orderBy('version_no', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When reports of a version went to somebody. */
export const findSent = (
  trx: Trx,
  { sponsor_key, case_key }: Version,
): Promise<{ receiver: string; at: Date }[]> =>
  trx
    .selectFrom('distribution')
    .select(['at', sql<string>`receiver`.as('receiver')])
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .where('receiver', 'is not', null)
    .execute();

export async function findTimeZone(trx: Trx, sponsorKey: number): Promise<string> {
  const { time_zone } = await trx
    .selectFrom('sponsor')
    .select('time_zone')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return time_zone;
}
