/** What was open at the beginning of each day: a row a version, and a row a report that was due (decision 0289). */
import { sql } from 'kysely';
import { caseContains } from '../lists/caseRows.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListSource } from '../lists/listSource.ts';
import { receiversOf, stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { CASE_NUMBER, dueClass, FOLLOW_UP_NUMBER, OPEN_CASE, versionInScope } from './figureColumns.ts';

export const openWorkFigures: ListSource = {
  menuId: 'MU-MO-SN',
  from: sql`open_work w
    join open_work_day d on d.sponsor_key = w.sponsor_key and d.day = w.day
    left join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key`,
  scope: ({ user }) => sql<boolean>`w.sponsor_key = ${user.sponsorKey} and ${versionInScope(user)}`,
  key: sql<string>`(w.day || ' ' || w.case_key || ' ' || w.receiver)`,
  name: 'caseNo',
  columns: {
    day: { value: sql`w.day`, notNull: true },
    week: { value: sql`d.week`, notNull: true },
    lastOfWeek: {
      value: sql`(d.day = (select max(x.day) from open_work_day x
        where x.sponsor_key = d.sponsor_key and x.week = d.week))::text`,
      notNull: true,
    },
    kind: { value: sql`case when w.receiver = '' then 'version' else 'report' end`, notNull: true },
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    receiver: { value: sql`nullif(w.receiver, '')`, codes: receiversOf },
    dueDate: { value: sql`w.due` },
    dueClass: { ...dueClass(sql`w.due`, sql<string>`w.day`), notNull: true },
    workflowStep: { value: sql`w.workflow_key`, notNull: true, codes: stepsOf },
    owner: { value: sql`w.user_key::text`, codes: usersOf('user_key') },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
