/** Stays in steps of the workflow that have ended: a case that returns has a stay of its own (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { searchEach } from '../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource } from '../lists/listSource.ts';
import { stepsOf } from '../lists/sourceCodes.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dateOfMoment,
  dayOf,
  FOLLOW_UP_NUMBER,
  hoursBetween,
  isOfDeletedCase,
  OPEN_CASE,
  versionInScope,
} from './figureColumns.ts';

const STEP = sql<string>`n.from_status`;

/** The place of a step among those of the sponsor, which are read once. */
const sortOf = (step: RawBuilder<never>, { user }: ListReading) =>
  sql`((select jsonb_object_agg(s.workflow_key, s.sort) from workflow_step s
    where s.sponsor_key = ${user.sponsorKey}) ->> ${step})::int`;

/** `n`: a routing out of a step, which ended a stay in it. A claim stays in its step; stays of deleted cases do not count. */
export const isStay = (sponsorKey: number) =>
  sql<boolean>`n.sponsor_key = ${sponsorKey} and n.entered_at is not null
    and not ${isOfDeletedCase(sql`n.case_key`, sponsorKey)}`;

export const stepFigures: ListSource = {
  menuId: 'MU-MO-ST',
  from: sql`case_workflow n`,
  joins: { c: sql`left join pv_case c on c.sponsor_key = n.sponsor_key and c.case_key = n.case_key` },
  scope: ({ user }) => sql<boolean>`${isStay(user.sponsorKey)} and ${versionInScope(user)}`,
  ...composedKey(sql`n.case_key`, sql`n.step_no`),
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    workflowStep: { value: STEP, notNull: true, codes: stepsOf },
    entered: { value: sql`n.entered_at`, notNull: true },
    left: { value: sql`n.at`, notNull: true },
    leftDay: { value: (reading) => dayOf(dateOfMoment(sql`n.at`, reading)), notNull: true },
    hours: { ...hoursBetween(sql`n.entered_at`, sql`n.at`), notNull: true },
    outcome: {
      ...computedFrom(
        [sql`n.delay_days`],
        ([days]) =>
          sql<string>`case when ${days} is null then 'noLimit' when ${days} <= 0 then 'onTime' else 'late' end`,
      ),
      notNull: true,
    },
    returned: {
      ...computedFrom(
        [sql`n.to_status`, STEP],
        ([to, from], reading) =>
          sql<string>`coalesce(${sortOf(to, reading)} < ${sortOf(from, reading)}, false)::text`,
      ),
      notNull: true,
    },
    routedBy: { value: sql`n.by_name`, notNull: true },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
