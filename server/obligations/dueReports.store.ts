/** Queries on the reports that cases owe receivers. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { DueReport } from '../../shared/obligations/obligations.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'case_key'>;

/** A due report as it is stored. */
export interface StoredDueReport extends DueReport {
  /** the day on which the report that the receiver accepted was sent; null: none was accepted */
  accepted: string | null;
}

export const dueReportsOf = async (
  trx: Trx,
  { sponsor_key, case_key }: Version,
): Promise<StoredDueReport[]> => {
  const found = await trx
    .selectFrom('case_obligation')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .orderBy('due')
    .orderBy('receiver')
    .execute();
  return found.map(({ rule_id, receiver, day0, version_day0, days, due, met, reason, accepted }) => ({
    receiver,
    ruleId: rule_id,
    day0,
    versionDay0: version_day0,
    days,
    due,
    met,
    reason,
    accepted,
  }));
};

/** Replaces the due reports of the version; answers their receivers, ordered by name. */
export async function putDueReports(
  trx: Trx,
  { sponsor_key, case_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key'>,
  due: readonly StoredDueReport[],
): Promise<string[]> {
  const before = await trx
    .deleteFrom('case_obligation')
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .returning(['receiver', 'met'])
    .execute();
  const rows = due.map(
    ({ receiver, ruleId, day0, versionDay0, days, due: lastDay, met, reason, accepted }) => ({
      sponsor_key,
      case_key,
      root_case_key,
      receiver,
      rule_id: ruleId,
      day0,
      version_day0: versionDay0,
      days,
      due: lastDay,
      met,
      reason: JSON.stringify(reason),
      accepted,
    }),
  );
  if (rows.length > 0) await trx.insertInto('case_obligation').values(rows).execute();
  return before.flatMap(({ receiver, met }) => (met === null ? [receiver] : [])).toSorted();
}

/**
 * Marks the due reports of the case that count in no figure: all of a deleted case; of a version before the newest one those
 * that were not sent, since the next version inherits them, and those that a later version repeats with the same day 0.
 */
export const markSuperseded = (
  trx: Trx,
  {
    sponsor_key,
    case_key,
    root_case_key,
    del_flag,
  }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key' | 'del_flag'>,
) =>
  // keys grow with the versions
  sql`update case_obligation o set superseded = not o.superseded
    where o.sponsor_key = ${sponsor_key} and o.root_case_key = ${root_case_key}
      and o.superseded is distinct from (${del_flag === 'Y'}::boolean
        or o.case_key <> ${case_key} and o.met is null
        or exists (
          select from case_obligation n
          where n.sponsor_key = o.sponsor_key and n.root_case_key = o.root_case_key and n.case_key > o.case_key
            and n.receiver = o.receiver and n.day0 = o.day0))`.execute(trx);

/** Surrounds each receiver in the column by which lists find cases with a report due to it. */
export const RECEIVER_SEPARATOR = ',';

/** The text of the column; empty without due reports. */
export const receiversText = (receivers: readonly string[]): string =>
  receivers.length === 0
    ? ''
    : `${RECEIVER_SEPARATOR}${receivers.join(RECEIVER_SEPARATOR)}${RECEIVER_SEPARATOR}`;

/** What lists show of it: the earliest day of a version and whom it owes, and nothing of the other versions of its case. */
export const putDueReportsOfCase = (
  trx: Trx,
  { sponsor_key, case_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key'>,
  { due, receivers }: { due: string | null; receivers: readonly string[] },
) =>
  sql`update pv_case c set due_date = o.due, owed = o.owed
    from (select case when case_key = ${case_key} then ${due}::text end as due,
        case when case_key = ${case_key} then ${receiversText(receivers)} else '' end as owed, case_key
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

/** A report of a version that went to a receiver. */
export interface SentReport {
  receiver: string;
  at: Date;
  /** the receiver accepted it, or a user set that it needs no answer */
  accepted: boolean;
}

/**
 * When reports of a version went to receivers: downloads for a receiver, and messages that were accepted. One that was
 * transmitted and has no answer yet counts provisionally, a rejected one not at all, nor a test.
 */
export async function findSent(trx: Trx, { sponsor_key, case_key }: Version): Promise<SentReport[]> {
  const { rows } = await sql<SentReport>`
    select at, receiver, false as accepted from distribution
    where sponsor_key = ${sponsor_key} and case_key = ${case_key} and receiver is not null
    union all
    select b.sent_at, b.receiver,
      m.state in ('accepted', 'acceptedWithWarning')
        or coalesce(b.manual_status in ('accepted', 'notNeeded'), false) as accepted
    from submission_message m join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
    where m.sponsor_key = ${sponsor_key} and m.case_key = ${case_key}
      and b.environment = 'production' and b.sent_at is not null
      and (m.state in ('accepted', 'acceptedWithWarning')
        or m.state = 'sent' and b.state in ('transmitted', 'receivedByCentre')
          and b.manual_status is distinct from 'rejected'
        or m.state = 'sent' and b.manual_status in ('transmitted', 'accepted', 'notNeeded'))`.execute(trx);
  return rows;
}

/** Receivers with a due report of the version, ordered by name. */
export async function findDueReceivers(trx: Trx, sponsorKey: number, caseKey: number): Promise<string[]> {
  const found = await trx
    .selectFrom('case_obligation')
    .select('receiver')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('met', 'is', null)
    .execute();
  return found.map(({ receiver }) => receiver).toSorted();
}
