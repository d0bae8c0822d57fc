/** Queries on the reports that cases owe receivers. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DueReport } from '../../shared/obligations/obligations.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { authoritiesIn, receiverNow } from '../receivers/receiverNow.store.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseObligationTable } from '../storage/workTables.ts';
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
): Promise<readonly StoredDueReport[]> =>
  (await dueReportsOfVersions(trx, sponsor_key, [case_key])).get(case_key) ?? [];

/** The same of several versions, by version; one that has none is left out. */
export async function dueReportsOfVersions(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<Map<number, StoredDueReport[]>> {
  if (caseKeys.length === 0) return new Map();
  const found = await trx
    .selectFrom('case_obligation')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('case_key', caseKeys))
    .orderBy('due')
    .orderBy('receiver')
    .execute();
  const byVersion = Map.groupBy(found, ({ case_key }) => case_key);
  return new Map([...byVersion].map(([caseKey, reports]) => [caseKey, reports.map(reportOf)]));
}

const isOneOf = (column: string, keys: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...keys]}::bigint[])`;

const reportOf = ({
  rule_id,
  receiver,
  day0,
  version_day0,
  days,
  due,
  met,
  closes,
  reason,
  accepted,
}: Selectable<CaseObligationTable>): StoredDueReport => ({
  receiver,
  ruleId: rule_id,
  day0,
  versionDay0: version_day0,
  days,
  due,
  met,
  closes,
  reason,
  accepted,
});

/** The newest version of a case with what it owes. */
export interface VersionWithReports extends Pick<CaseRecord, 'case_key' | 'root_case_key'> {
  due: readonly StoredDueReport[];
}

/** Replaces the due reports of versions; answers the receivers to which each of them had a due report, ordered by name. */
export async function putDueReports(
  trx: Trx,
  sponsorKey: number,
  versions: readonly VersionWithReports[],
): Promise<Map<number, string[]>> {
  const before = await trx
    .deleteFrom('case_obligation')
    .where('sponsor_key', '=', sponsorKey)
    .where(
      isOneOf(
        'case_key',
        versions.map(({ case_key }) => case_key),
      ),
    )
    .returning(['case_key', 'receiver', 'met'])
    .execute();
  const rows = versions.flatMap(({ case_key, root_case_key, due }) =>
    due.map(({ receiver, ruleId, day0, versionDay0, days, due: lastDay, met, closes, reason, accepted }) => ({
      sponsor_key: sponsorKey,
      case_key,
      root_case_key,
      receiver,
      rule_id: ruleId,
      day0,
      version_day0: versionDay0,
      days,
      due: lastDay,
      met,
      closes,
      reason,
      accepted,
    })),
  );
  // in one parameter: a statement with one for each value is large
  if (rows.length > 0)
    await sql`
      insert into case_obligation (sponsor_key, case_key, root_case_key, receiver, rule_id, day0, version_day0, days,
        due, met, closes, reason, accepted)
      select sponsor_key, case_key, root_case_key, receiver, rule_id, day0, version_day0, days, due, met, closes, reason,
        accepted
      from jsonb_populate_recordset(null::case_obligation, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
  const unsent = Map.groupBy(
    before.filter(({ met }) => met === null),
    ({ case_key }) => case_key,
  );
  return new Map(
    [...unsent].map(([caseKey, reports]) => [caseKey, reports.map(({ receiver }) => receiver).toSorted()]),
  );
}

/**
 * Marks the due reports of cases that count in no figure: all of a deleted case; of a version before the newest one those
 * that were not sent, since the next version inherits them, and those that a later version repeats with the same day 0.
 */
export const markSuperseded = (trx: Trx, sponsorKey: number, newest: readonly number[]) =>
  // keys grow with the versions
  sql`update case_obligation o set superseded = not o.superseded
    from pv_case c
    where c.sponsor_key = ${sponsorKey} and c.case_key = any(${[...newest]}::bigint[])
      and o.sponsor_key = c.sponsor_key and o.root_case_key = c.root_case_key
      and o.superseded is distinct from (c.del_flag = 'Y'
        or o.case_key <> c.case_key and o.met is null
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

/**
 * What lists show of it: the earliest day of the newest version, whom it owes and whether a receiver has an earlier one only,
 * and nothing of the other versions.
 */
export const putDueReportsOfCases = (
  trx: Trx,
  sponsorKey: number,
  newest: readonly (Pick<CaseRecord, 'case_key' | 'root_case_key'> & {
    due: string | null;
    receivers: readonly string[];
    receiverBehind: boolean;
  })[],
) => {
  const shown = newest.map(({ case_key, root_case_key, due, receivers, receiverBehind }) => ({
    case_key,
    root_case_key,
    due,
    owed: receiversText(receivers),
    behind: receiverBehind,
  }));
  return sql`update pv_case c set due_date = o.due, owed = o.owed, receiver_behind = o.behind
    from (select v.case_key, case when v.case_key = n.case_key then n.due end as due,
        case when v.case_key = n.case_key then n.owed else '' end as owed,
        v.case_key = n.case_key and n.behind as behind
      from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
        as n(case_key bigint, root_case_key bigint, due text, owed text, behind boolean)
      join pv_case v on v.sponsor_key = ${sponsorKey} and v.root_case_key = n.root_case_key) o
    where c.sponsor_key = ${sponsorKey} and c.case_key = o.case_key
      and (c.due_date, c.owed, c.receiver_behind) is distinct from (o.due, o.owed, o.behind)`.execute(trx);
};

/** What due reports are derived from besides the documents of a version. */
export type VersionOfCase = Pick<CaseRecord, 'case_key' | 'root_case_key' | 'created_at' | 'del_flag'>;

/** The newest versions among these. */
export const findNewestOf = (
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<VersionOfCase[]> =>
  trx
    .selectFrom('pv_case')
    .select(['case_key', 'root_case_key', 'created_at', 'del_flag'])
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('case_key', caseKeys))
    .where('latest', '=', true)
    .execute();

/** The versions before each of these versions, oldest first; one that is the first is left out. */
export async function findVersionsBefore(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<Map<number, VersionOfCase[]>> {
  const { rows } = await sql<VersionOfCase & { later: number }>`
    select v.case_key as later, b.case_key, b.root_case_key, b.created_at, b.del_flag
    from pv_case v join pv_case b on b.sponsor_key = v.sponsor_key and b.root_case_key = v.root_case_key
      and b.version_no < v.version_no
    where v.sponsor_key = ${sponsorKey} and v.case_key = any(${[...caseKeys]}::bigint[])
    order by b.version_no`.execute(trx);
  return Map.groupBy(rows, ({ later }) => later);
}

/** A report of a version that went to a receiver. */
export interface SentReport {
  /** by the name that its record has now */
  receiver: string;
  /** of its record; null: it is known by its name alone */
  receiverKey: number | null;
  at: Date;
  /** the receiver accepted it, or a user set that it needs no answer */
  accepted: boolean;
}

/**
 * When reports of versions went to receivers, by version: downloads for a receiver, and messages that were accepted. One that was
 * transmitted and has no answer yet counts provisionally, a rejected one not at all, nor a test. A version of which nothing went
 * out is left out.
 */
export async function findSentOfVersions(
  trx: Trx,
  { sponsorKey, catalogue }: { sponsorKey: number; catalogue: CatalogueSource },
  caseKeys: readonly number[],
): Promise<Map<number, SentReport[]>> {
  const authorities = authoritiesIn(catalogue);
  const { rows } = await sql<SentReport & { case_key: number }>`
    select w.case_key, w.at, w.receiver, w.receiver_key as "receiverKey", w.accepted
    from ${sentReports(sql`${sponsorKey}`, sql`any(${[...caseKeys]}::bigint[])`, authorities)} w`.execute(
    trx,
  );
  return Map.groupBy(rows, ({ case_key }) => case_key);
}

const isAccepted = sql`(m.state in ('accepted', 'acceptedWithWarning')
  or coalesce(b.manual_status in ('accepted', 'notNeeded'), false))`;

const messagesThatCount = sql`
  from submission_message m join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
  where b.environment = 'production' and b.sent_at is not null
    and (m.state in ('accepted', 'acceptedWithWarning')
      or m.state = 'sent' and b.state in ('transmitted', 'receivedByCentre')
        and b.manual_status is distinct from 'rejected'
      or m.state = 'sent' and b.manual_status in ('transmitted', 'accepted', 'notNeeded'))`;

/**
 * The same of the versions whose key equals `caseKey`, as a table: `case_key`, `at`, `receiver`, `receiver_key` and `accepted`.
 * Of one that another table names (`e.case_key`) it is lateral, or all that ever went out would be read.
 */
export const sentReports = (
  sponsorKey: RawBuilder<unknown>,
  caseKey: RawBuilder<unknown>,
  authorities: readonly string[],
) => sql`(
  select d.case_key, d.at, ${receiverNow(authorities, 'd')} as receiver, d.receiver_key, false as accepted
  from distribution d
  where d.sponsor_key = ${sponsorKey} and d.case_key = ${caseKey} and d.receiver is not null
  union all
  select m.case_key, b.sent_at, ${receiverNow(authorities)}, b.receiver_key, ${isAccepted} ${messagesThatCount}
    and m.sponsor_key = ${sponsorKey} and m.case_key = ${caseKey})`;

/** All that the due reports of cases read of the messages of a batch, by version; one whose message does not count is left out. */
export async function findCounted(
  trx: Trx,
  { sponsor_key, batch_key }: { sponsor_key: number; batch_key: number },
): Promise<Map<number, string>> {
  const { rows } = await sql<{ case_key: number; counted: string }>`
    select m.case_key, jsonb_build_array(b.sent_at, ${isAccepted})::text as counted ${messagesThatCount}
      and m.sponsor_key = ${sponsor_key} and m.batch_key = ${batch_key}`.execute(trx);
  return new Map(rows.map(({ case_key, counted }) => [case_key, counted]));
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
