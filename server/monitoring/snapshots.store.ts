/** Queries of the daily snapshots. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { momentsBetween } from '../lists/dateRange.ts';
import type { Trx } from '../storage/database.ts';
import { dateOf, dayOf, weekOf } from './figureColumns.ts';
import { FORECAST_DAYS, isOpenVersion, PLAN, plannedOn, plannedWork } from './plannedWork.ts';
import { isStay } from './stepFigures.ts';

/** The sponsor at the beginning of a day (CCYYMMDD), which is one of its time zone. */
export interface SnapshotDay {
  sponsorKey: number;
  day: string;
  timeZone: string;
}

/** How old the forecast is that a day is compared with. */
const WEEK = 7;
/** Stays of so many days make the pace of a step. */
const PACE_DAYS = 90;

export async function findZone(trx: Trx, sponsorKey: number): Promise<string> {
  const { time_zone: timeZone } = await trx
    .selectFrom('sponsor')
    .select('time_zone')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return timeZone;
}

/** false: a snapshot of the day was taken already. */
export async function insertDay(trx: Trx, { sponsorKey, day }: SnapshotDay, takenAt: Date): Promise<boolean> {
  const made = await trx
    .insertInto('open_work_day')
    .values({ sponsor_key: sponsorKey, day, week: weekOf(dateOf(sql`${day}::text`)), taken_at: takenAt })
    .onConflict((known) => known.doNothing())
    .returning('day')
    .executeTakeFirst();
  return made !== undefined;
}

/** The steps on the day before, which is over: what was done, beside what was expected of it. */
export async function insertStepDay(trx: Trx, { sponsorKey, day, timeZone }: SnapshotDay): Promise<void> {
  const over = dayAfter(day, -1);
  const leftOn = sql`to_char(n.at at time zone ${timeZone}::text, 'YYYYMMDD')`;
  await sql`
    insert into step_day (sponsor_key, day, workflow_key, done, planned, done_week_before, pace_days)
    select s.sponsor_key, ${over}, s.workflow_key, coalesce(l.done, 0), f.cases, coalesce(l.week_before, 0), l.pace
    from workflow_step s
    left join (
      select n.from_status, count(*) filter (where ${leftOn} = ${over}) as done,
        count(*) filter (where ${leftOn} = ${dayAfter(over, -WEEK)}) as week_before,
        round(percentile_cont(0.5) within group (order by extract(epoch from n.at - n.entered_at) / 86400)) as pace
      from case_workflow n
      where ${isStay(sponsorKey)} and ${momentsBetween(sql`n.at`, dayAfter(over, -PACE_DAYS), over, timeZone)}
      group by n.from_status
    ) l on l.from_status = s.workflow_key
    left join lateral (
      select coalesce((select p.cases from planned_work p where p.sponsor_key = d.sponsor_key and p.day = d.day
        and p.planned_day = ${over} and p.workflow_key = s.workflow_key), 0) as cases
      from open_work_day d where d.sponsor_key = s.sponsor_key and d.day = ${dayAfter(over, -WEEK)}
    ) f on true
    where s.sponsor_key = ${sponsorKey} and s.del_flag = 'N'
    on conflict do nothing`.execute(trx);
}

export async function insertOpenWork(trx: Trx, { sponsorKey, day }: SnapshotDay): Promise<void> {
  await sql`
    insert into open_work (sponsor_key, day, case_key, receiver, due, workflow_key, user_key)
    select c.sponsor_key, ${day}, c.case_key, '', c.due_date, c.workflow_status, c.workflow_user_key
    from pv_case c where ${isOpenVersion(sponsorKey)}
    union all
    select o.sponsor_key, ${day}, o.case_key, o.receiver, o.due, c.workflow_status, c.workflow_user_key
    from case_obligation o join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key
    where o.sponsor_key = ${sponsorKey} and o.met is null and not o.superseded`.execute(trx);
  await sql`
    insert into open_work_count (sponsor_key, day, receiver, due, entries)
    select sponsor_key, day, receiver, due, count(*) from open_work
    where sponsor_key = ${sponsorKey} and day collate "C" = ${day}
    group by sponsor_key, day, receiver, due`.execute(trx);
}

/** With the pace that `insertStepDay` has written. */
export const insertPlannedWork = (trx: Trx, { sponsorKey, day, timeZone }: SnapshotDay) =>
  sql`
    insert into planned_work (sponsor_key, day, workflow_key, planned_day, cases)
    select ${sponsorKey}, ${day}, w.step_key, ${dayOf(sql`w.planned_on`)}, count(*)
    from (
      select p.step_key, ${plannedOn(PLAN, day)} as planned_on from ${plannedWork({ sponsorKey, timeZone })}
    ) w
    where w.planned_on < ${dayAfter(day, FORECAST_DAYS)}::text::date
    group by w.step_key, w.planned_on`.execute(trx);
