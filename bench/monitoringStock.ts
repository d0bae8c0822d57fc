/**
 * What a company has that monitors its work, made of invented cases by the owner of the database. As many cases came in on
 * each of the last `DAYS` days, and each has to be reported to every receiver within 18 days or more of its receipt:
 *
 * - a million reports are closed, of which one in twenty was sent late. Open are those due from today on, and one in ten of
 *   those due within the 30 days before, which are overdue: about 27,000;
 * - the version of a case is open as long as one of its reports is. It took five routings, of which one is a claim;
 * - each report that was sent is a message of a batch, and was answered;
 * - each week of the last year has a snapshot of as many open versions and reports as there are now.
 */
import pg from 'pg';
import { dayAfter } from '../shared/dates/zonedDay.ts';

/** Days that cases came in. */
export const DAYS = 1030;
/** Days from receipt to the due date of the first receiver, and more for each other one. */
const [TERM, MORE] = [15, 3];
/** Days that an overdue report may be late today. */
const DAYS_OVERDUE = 30;
/** of a report in a hundred: sent late, not sent when due, rejected */
const [LATE, OVERDUE, REJECTED] = [5, 10, 3];
/** from receipt to registration at most */
const INTAKE_DAYS = 20;
const REPORTS_OF_BATCH = 10;
/** snapshots, of one day of each of these weeks */
const WEEKS = 52;
const RULE = 'stock';

interface Stock {
  sponsorKey: number;
  receivers: readonly string[];
  /** CCYYMMDD */
  today: string;
}

/** Gives all newest versions of the sponsor what it takes, with no other user of the database. Once it has, nothing is done. */
export async function giveMonitoringStock(ownerUrl: string, stock: Stock): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const known = await client.query('select from case_obligation where rule_id = $1 limit 1', [RULE]);
    if (known.rowCount) return;
    // neither foreign keys nor triggers are looked at
    await client.query(`begin; set local session_replication_role = replica; set local work_mem = '256MB'`);
    for (const statement of statementsOf(stock)) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

function statementsOf({ sponsorKey, receivers, today }: Stock): string[] {
  const sponsor = `sponsor_key = ${sponsorKey}`;
  const day = (date: string): string => `to_char(${date}, 'YYYYMMDD')`;
  /** of a hundred, the same for the same number */
  const chance = (number: string): string => `(abs(hashint8(${number})) % 100)`;
  const routedAt = (no: string): string =>
    `c.created_at + ${no} * interval '1 day' + (c.case_key * (${no} * 2 + 1) * 61 % 86400) * interval '1 second'`;
  return [
    `create temporary table received on commit drop as
      select case_key, root_case_key, date '${today}' - (case_key * 7 % ${DAYS})::int as day
      from pv_case where ${sponsor} and latest`,
    // what stories had to report is far more than a company leaves undone
    `delete from case_obligation where ${sponsor}`,
    `insert into case_obligation (sponsor_key, case_key, root_case_key, receiver, rule_id, day0, version_day0, days, due,
        met, accepted, reason)
      select ${sponsorKey}, r.case_key, r.root_case_key, o.receiver, '${RULE}', ${day('r.day')}, ${day('r.day')}, o.days,
        ${day('o.due')}, ${day('o.met')}, ${day('o.met')}, '{}'
      from received r
      cross join lateral (
        select receiver, days, due, case
          when due >= date '${today}' then null
          when due > date '${dayAfter(today, -DAYS_OVERDUE)}' and number < ${OVERDUE} then null
          when number >= ${100 - LATE} then due + 3
          else due end as met
        from (
          select receiver, ${TERM} + ${MORE} * no::int as days, r.day + ${TERM} + ${MORE} * no::int as due,
            ${chance('r.case_key * 31 + no')} as number
          from unnest(array[${receivers.map((receiver) => pg.escapeLiteral(receiver)).join()}]) with ordinality
            as named (receiver, no)
        ) planned
      ) o`,
    `update pv_case c set most_recent = ${day('r.day')}, received_day = ${day('r.day')},
        registered_day = ${day('r.registered')}, created_at = r.registered, workflow_at = r.registered,
        completeness = r.case_key % 100, due_date = r.due, reviewed = r.due is null,
        locked = r.due is null and r.case_key % 2 = 0,
        finished_at = case when r.due is null then
          r.registered + (r.case_key % 9) * interval '1 day' + (r.case_key * 37 % 86400) * interval '1 second' end
      from (
        select r.*, least(date '${today}', r.day + (r.case_key % ${INTAKE_DAYS})::int) as registered,
          (select min(o.due) from case_obligation o
            where o.${sponsor} and o.case_key = r.case_key and o.met is null) as due
        from received r
      ) r
      where c.${sponsor} and c.case_key = r.case_key`,
    `delete from case_workflow where ${sponsor}`,
    `insert into case_workflow (sponsor_key, case_key, step_no, from_status, to_status, to_name, delay_days, entered_at, at,
        by_name)
      select ${sponsorKey}, c.case_key, s.no, s.from_key, s.to_key, '{}', ${chance('c.case_key * 5 + s.no')} % 10 - 8,
        ${routedAt('s.entered')}, ${routedAt('s.no')}, 'bench'
      from pv_case c
      cross join (values (1, null, null, 'SAVED'), (2, 1, 'SAVED', 'REVIEW'), (3, null, 'REVIEW', 'REVIEW'),
        (4, 2, 'REVIEW', 'REVIEWED'), (5, 4, 'REVIEWED', 'FINALIZED')) as s (no, entered, from_key, to_key)
      where c.${sponsor} and c.latest and (c.reviewed or s.no = 1)`,
    `delete from submission_message where ${sponsor}`,
    `create temporary table message on commit drop as
      select case_key, root_case_key, receiver, (met::date + interval '9 hours') as sent_at, ${chance('case_key * 3')} as number,
        (row_number() over (partition by receiver order by met, case_key) - 1) as place
      from case_obligation where ${sponsor} and met is not null`,
    `insert into submission_batch (sponsor_key, process_key, sender_key, sender_id, receiver, region, batch_receiver,
        message_receiver, environment, transport, notation, batch_number, state, created_at, created_by, created_name, sent_at)
      select ${sponsorKey}, gen_random_uuid(), 0, 'bench', receiver, receiver, receiver, receiver, 'production', 'byHand', false,
        receiver || '-' || place / ${REPORTS_OF_BATCH}, 'answered', min(sent_at), 0, 'bench', min(sent_at)
      from message group by receiver, place / ${REPORTS_OF_BATCH}`,
    `insert into submission_message (sponsor_key, batch_key, seq, case_key, root_case_key, kind, state, answer_code, answered_at,
        receiver, sent_at)
      select ${sponsorKey}, b.batch_key, m.place % ${REPORTS_OF_BATCH} + 1, m.case_key, m.root_case_key, 'report',
        case when m.number < ${REJECTED} then 'rejected' else 'accepted' end,
        case when m.number < ${REJECTED} then 'CR' else 'CA' end,
        b.sent_at + (m.case_key * 41 % 90000) * interval '1 second', b.receiver, b.sent_at
      from message m
      join submission_batch b on b.${sponsor} and b.sender_id = 'bench'
        and b.batch_number = m.receiver || '-' || m.place / ${REPORTS_OF_BATCH}`,
    `delete from open_work where ${sponsor}`,
    `delete from open_work_count where ${sponsor}`,
    `delete from planned_work where ${sponsor}`,
    `delete from open_work_day where ${sponsor}`,
    `insert into open_work_day (sponsor_key, day, week, taken_at)
      select ${sponsorKey}, ${day('d')}, to_char(d, 'IYYY"-W"IW'), d
      from generate_series(1, ${WEEKS}) as w, lateral (select date '${today}' - 7 * w as d) as day`,
    `insert into open_work (sponsor_key, day, case_key, receiver, due, workflow_key, user_key)
      select ${sponsorKey}, ${day(`d.day::date`)}, o.case_key, o.receiver,
        ${day(`o.due::date - (date '${today}' - d.day::date)`)}, o.workflow_status, o.workflow_user_key
      from open_work_day d
      cross join (
        select case_key, '' as receiver, due_date as due, workflow_status, workflow_user_key from pv_case
        where ${sponsor} and latest and not reviewed
        union all
        select o.case_key, o.receiver, o.due, c.workflow_status, c.workflow_user_key
        from case_obligation o join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key
        where o.${sponsor} and o.met is null
      ) o
      where d.${sponsor}`,
    `insert into open_work_count (sponsor_key, day, receiver, due, entries)
      select sponsor_key, day, receiver, due, count(*) from open_work where ${sponsor} group by sponsor_key, day, receiver, due`,
  ];
}
