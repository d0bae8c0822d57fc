/** The work that open versions still have ahead: a row a version and step that it has to leave (decision 0289). */
import { sql } from 'kysely';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { caseContains } from '../lists/caseRows.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListSource } from '../lists/listSource.ts';
import { stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import { CASE_NUMBER, FOLLOW_UP_NUMBER, OPEN_CASE, versionInScope, weekOf } from './figureColumns.ts';
import { FORECAST_DAYS, isOpenVersion, plannedWork } from './plannedWork.ts';

const planned = sql<string>`q.day`;

const isCurrent = sql<boolean>`(p.step_key = c.workflow_status)`;

export const plannedFigures: ListSource = {
  menuId: 'MU-MO-FC',
  from: (reading) => plannedWork({ today: today(reading), timeZone: reading.user.timeZone }),
  scope: ({ user }) => sql<boolean>`${isOpenVersion(user.sponsorKey)} and ${versionInScope(user)}`,
  key: sql<string>`(c.case_key || ' ' || p.step_key)`,
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    workflowStep: { value: sql`p.step_key`, notNull: true, codes: stepsOf },
    current: { value: sql`${isCurrent}::text`, notNull: true },
    owner: {
      value: sql`case when ${isCurrent} then c.workflow_user_key::text end`,
      codes: usersOf('user_key'),
    },
    plannedDay: { value: planned, notNull: true },
    plannedWeek: { value: weekOf(planned), notNull: true },
    horizon: {
      value: (reading) => {
        const before = (days: number) => sql`${planned} < ${dayAfter(today(reading), days)}`;
        return sql`case when ${before(7)} then 'days7' when ${before(14)} then 'days14'
          when ${before(FORECAST_DAYS)} then 'days30' else 'later' end`;
      },
      notNull: true,
    },
    dueDate: { value: sql`c.due_date` },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
