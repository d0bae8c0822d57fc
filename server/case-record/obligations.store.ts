/** Queries on what cases owe receivers. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { DueReport } from '../../shared/obligations/obligations.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseRecord } from './case.store.ts';
import type { Watched } from './warnings.store.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'case_key'>;

export const findOwed = async (trx: Trx, { sponsor_key, case_key }: Version): Promise<DueReport[]> => {
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
  owed: readonly DueReport[],
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

/** Stands around each receiver in the column `owed`, by which lists find the cases that owe it a report. */
export const OWED_SEPARATOR = ',';

/** What the column holds: nothing where nobody is owed anything. */
export const owedText = (receivers: readonly string[]): string =>
  receivers.length === 0 ? '' : `${OWED_SEPARATOR}${receivers.join(OWED_SEPARATOR)}${OWED_SEPARATOR}`;

/** What lists show of it: the earliest day of a version and whom it owes, and nothing of the other versions of its case. */
export const putOwedOfCase = (
  trx: Trx,
  { sponsor_key, case_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key'>,
  { due, receivers }: { due: string | null; receivers: readonly string[] },
) =>
  sql`update pv_case c set due_date = o.due, owed = o.owed
    from (select case when case_key = ${case_key} then ${due}::text end as due,
        case when case_key = ${case_key} then ${owedText(receivers)} else '' end as owed, case_key
      from pv_case where sponsor_key = ${sponsor_key} and root_case_key = ${root_case_key}) o
    where c.sponsor_key = ${sponsor_key} and c.case_key = o.case_key
      and (c.due_date, c.owed) is distinct from (o.due, o.owed)`.execute(trx);

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

/** What the obligations of the version are derived with from now on. */
export const markOwed = (trx: Trx, { sponsorKey, caseKey }: Watched, owedWith: string) =>
  trx
    .insertInto('case_watch')
    .values({ sponsor_key: sponsorKey, case_key: caseKey, owed_with: owedWith })
    .onConflict((same) => same.columns(['sponsor_key', 'case_key']).doUpdateSet({ owed_with: owedWith }))
    .execute();

/** A version whose obligations were derived with something else, kept from others until the transaction ends. */
export async function claimOwing(trx: Trx, sponsorKey: number, owedWith: string): Promise<number | null> {
  // the case and not its watch: who saves holds the case first
  const { rows } = await sql<{ case_key: number }>`
    select w.case_key from case_watch w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    where w.sponsor_key = ${sponsorKey} and (w.owed_with < ${owedWith} or w.owed_with > ${owedWith})
    order by w.owed_with limit 1 for update of c skip locked`.execute(trx);
  return rows[0]?.case_key ?? null;
}

export async function findTimeZone(trx: Trx, sponsorKey: number): Promise<string> {
  const { time_zone } = await trx
    .selectFrom('sponsor')
    .select('time_zone')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return time_zone;
}
