/** Stays in steps of the workflow that have ended: a case that returns has a stay of its own (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql } from 'kysely';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListSource } from '../lists/listSource.ts';
import { stepsOf } from '../lists/sourceCodes.ts';
import {
  CASE_NUMBER,
  dateOfMoment,
  dayOf,
  FOLLOW_UP_NUMBER,
  OPEN_CASE,
  versionInScope,
} from './figureColumns.ts';

const sortOf = (step: ReturnType<typeof sql.ref>) =>
  sql<number>`(select s.sort from workflow_step s where s.sponsor_key = w.sponsor_key and s.workflow_key = ${step})`;

/** `w`: the routing into the step, `n`: the one out of it. */
export const STAYS = sql`case_workflow w
  join lateral (
    select n.at, n.by_name, n.to_status, n.delay_days from case_workflow n
    where n.sponsor_key = w.sponsor_key and n.case_key = w.case_key and n.step_no > w.step_no
      and n.from_status is distinct from n.to_status
    order by n.step_no limit 1
  ) n on true
  join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key`;

/** A claim stays in its step. */
export const isStay = (sponsorKey: number) =>
  sql<boolean>`w.sponsor_key = ${sponsorKey} and w.from_status is distinct from w.to_status and c.del_flag = 'N'`;

export const stepFigures: ListSource = {
  menuId: 'MU-MO-ST',
  from: STAYS,
  scope: ({ user }) => sql<boolean>`${isStay(user.sponsorKey)} and ${versionInScope(user)}`,
  key: sql<string>`(w.case_key || ' ' || w.step_no)`,
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    workflowStep: { value: sql`w.to_status`, notNull: true, codes: stepsOf },
    entered: { value: sql`w.at`, notNull: true },
    left: { value: sql`n.at`, notNull: true },
    leftDay: { value: (reading) => dayOf(dateOfMoment(sql`n.at`, reading)), notNull: true },
    hours: { value: sql`round(extract(epoch from n.at - w.at) / 3600, 1)`, notNull: true },
    outcome: {
      value: sql`case when n.delay_days is null then 'noLimit' when n.delay_days <= 0 then 'onTime' else 'late' end`,
      notNull: true,
    },
    returned: {
      value: sql`coalesce(${sortOf(sql.ref('n.to_status'))} < ${sortOf(sql.ref('w.to_status'))}, false)::text`,
      notNull: true,
    },
    routedBy: { value: sql`n.by_name`, notNull: true },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
