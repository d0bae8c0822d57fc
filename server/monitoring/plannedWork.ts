/**
 * When the open versions of cases are expected to leave the steps ahead of them (decision 0289): each step takes as long as
 * half of its stays took lately, otherwise its time limit, otherwise a day.
 */
import { sql, type RawBuilder } from 'kysely';

/** Days that a forecast looks ahead. */
export const FORECAST_DAYS = 30;

/** Between the roles of a step. */
export const ROLE_SEPARATOR = ',';

/** Steps that lead to a later one, with the days they take. */
const PACE = sql`select s.sponsor_key, s.workflow_key, s.sort,
    coalesce(
      (select d.pace_days from step_day d where d.sponsor_key = s.sponsor_key and d.workflow_key = s.workflow_key
        order by d.day desc limit 1),
      s.due_days, 1) as days
  from workflow_step s
  where s.del_flag = 'N' and exists (
    select from workflow_route r
    join workflow_step t on t.sponsor_key = r.sponsor_key and t.workflow_key = r.to_key and t.del_flag = 'N'
    where r.sponsor_key = s.sponsor_key and r.from_key = s.workflow_key and t.sort > s.sort)`;

interface Planning {
  sponsorKey: number;
  timeZone: string;
}

/**
 * `c`: an open version, with the day `entered_on` that it came to its step; `p`: a step that it has to leave, its own one or a
 * later one; `p.roles`: those that may own a case in it, null for all. The versions are read once, not for each of their
 * steps: the database expects more rows of a function than of a query of tables that it has no statistics of.
 */
export const plannedWork = ({ sponsorKey, timeZone }: Planning): RawBuilder<unknown> => sql`(
    select c.*, (coalesce(c.workflow_at, c.created_at) at time zone ${timeZone}::text)::date as entered_on
    from pv_case c where ${isOpenVersion(sponsorKey)} offset 0
  ) c
  join jsonb_to_recordset((
    with pace as materialized (${PACE})
    select jsonb_agg(step) from (
      select a.workflow_key as current_key, a.days, b.workflow_key as step_key, a.workflow_key = b.workflow_key as is_current,
        (select coalesce(sum(m.days), 0)::int from pace m
          where m.sponsor_key = a.sponsor_key and m.sort > a.sort and m.sort <= b.sort) as days_after,
        (select string_agg(o.role_id::text, ${sql.lit(ROLE_SEPARATOR)} order by o.role_id) from workflow_step_role o
          where o.sponsor_key = b.sponsor_key and o.workflow_key = b.workflow_key) as roles
      from pace a join pace b on b.sponsor_key = a.sponsor_key and b.sort >= a.sort
    ) step
  )) as p (current_key text, step_key text, is_current boolean, days int, days_after int, roles text)
    on p.current_key = c.workflow_status`;

/** What the day is computed from on which a version is expected to leave a step. */
export const PLAN = [sql<Date>`c.entered_on`, sql<number>`p.days`, sql<number>`p.days_after`] as const;

/** That day; a step whose time is over is expected to be left today (CCYYMMDD). */
export const plannedOn = (
  [enteredOn, days, daysAfter]: readonly RawBuilder<unknown>[],
  today: string,
): RawBuilder<Date> => sql<Date>`(greatest(${today}::text::date, ${enteredOn} + ${days}) + ${daysAfter})`;

/** Of the newest version of a case that is neither reviewed nor locked. */
export const isOpenVersion = (sponsorKey: number): RawBuilder<boolean> =>
  sql<boolean>`c.sponsor_key = ${sponsorKey} and c.latest and c.del_flag = 'N' and not c.reviewed and not c.locked`;
