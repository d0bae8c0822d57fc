/** What was open at the beginning of each day: a row a version, and a row a report that was due (decision 0289). */
import { sql, type RawBuilder } from 'kysely';
import { caseContains } from '../lists/caseRows.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource } from '../lists/listSource.ts';
import { receiversOf, stepsOf, usersOf } from '../lists/sourceCodes.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dueClass,
  FOLLOW_UP_NUMBER,
  oneOfConditions,
  OPEN_CASE,
  versionInScope,
} from './figureColumns.ts';

/** in the order of the index */
const DAY = sql<string>`(w.day collate "C")`;

/** Days of which the week has no later snapshot. */
const isLastOfWeek = (day: RawBuilder<string>, { user }: ListReading) =>
  sql<boolean>`${day} = any(array(
    select max(d.day collate "C") from open_work_day d where d.sponsor_key = ${user.sponsorKey} group by d.week))`;

export const openWorkFigures: ListSource = {
  menuId: 'MU-MO-SN',
  from: sql`open_work w`,
  joins: { c: sql`left join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key` },
  counted: {
    from: sql`open_work_count w`,
    rows: sql<number>`sum(w.entries)`,
    columns: ['day', 'week', 'lastOfWeek', 'kind', 'receiver', 'dueDate', 'dueClass'],
  },
  scope: ({ user }) => sql<boolean>`w.sponsor_key = ${user.sponsorKey} and ${versionInScope(user)}`,
  ...composedKey(sql`w.day`, sql`w.case_key`, sql`w.receiver`),
  name: 'caseNo',
  columns: {
    day: { value: DAY, notNull: true },
    week: {
      ...computedFrom(
        [DAY],
        // all weeks are read once
        ([day], { user }) =>
          sql<string>`((select jsonb_object_agg(d.day, d.week) from open_work_day d
            where d.sponsor_key = ${user.sponsorKey}) ->> ${day})`,
      ),
      notNull: true,
    },
    lastOfWeek: {
      ...computedFrom([DAY], (of, reading) => sql<string>`(${isLastOfWeek(of[0], reading)})::text`),
      notNull: true,
      oneOf: (codes, reading) => {
        const isLast = isLastOfWeek(DAY, reading);
        return oneOfConditions(codes, { true: isLast, false: sql`not ${isLast}` });
      },
    },
    kind: {
      ...computedFrom(
        [sql<string>`w.receiver`],
        ([receiver]) => sql<string>`case when ${receiver} = '' then 'version' else 'report' end`,
      ),
      notNull: true,
    },
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    receiver: { value: sql`nullif(w.receiver, '')`, codes: receiversOf },
    dueDate: { value: sql`w.due` },
    dueClass: { ...dueClass(sql`w.due`, DAY), notNull: true },
    workflowStep: { value: sql`w.workflow_key`, notNull: true, codes: stepsOf },
    owner: { value: sql`w.user_key::text`, codes: usersOf('user_key') },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
