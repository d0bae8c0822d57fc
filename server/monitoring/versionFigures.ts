/** Versions of cases: what came in, what is open, and what was finished (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { COMPLETENESS } from '../completeness/caseCompleteness.ts';
import { computedColumn } from '../lists/computedColumns.store.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../lists/listSource.ts';
import { stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import {
  CASE_NUMBER,
  dateOf,
  dayOf,
  dueClass,
  FOLLOW_UP_NUMBER,
  OPEN_CASE,
  SERIOUSNESS,
  versionInScope,
  weekOf,
} from './figureColumns.ts';

/**
 * `r.day`: the day of the information that the version holds; the day it was registered where its date has no day. Columns
 * name it many times, so that it is evaluated once a row ("offset 0" keeps it from being put in place of each name).
 */
const versions = (reading: ListReading) => {
  const date = sql`coalesce(c.most_recent, c.first_received)`;
  return sql`pv_case c cross join lateral (
    select case when ${date} ~ '^[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])'
      then left(${date}, 8) else ${dayOf(sql`c.created_at`, reading)} end as day
    offset 0
  ) r`;
};
const received = sql<string>`r.day`;

/** Reviewed or locked; a version that was replaced before that is never finished. */
const FINISHED = sql<boolean>`(c.reviewed or c.locked)`;
const finishedAt = sql<Date>`(case when ${FINISHED} then c.status_at end)`;

const daysFrom = (from: RawBuilder<string>, to: RawBuilder<string>) =>
  sql<number>`(${dateOf(to)} - ${dateOf(from)})`;
const ageDays = (reading: ListReading) => daysFrom(received, sql`${today(reading)}::text`);

const completeness = computedColumn(COMPLETENESS, 'number', 'c');

export const versionFigures: ListSource = {
  menuId: 'MU-MO-VE',
  from: versions,
  scope: ({ user }) =>
    sql<boolean>`c.sponsor_key = ${user.sponsorKey} and c.del_flag = 'N' and ${versionInScope(user)}`,
  key: sql<number>`c.case_key`,
  rowsAreCases: true,
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    state: {
      value: sql`case when ${FINISHED} then 'finished' when c.latest then 'open' else 'superseded' end`,
      notNull: true,
    },
    kind: {
      value: sql`case when c.nullification = ${sql.lit(NULLIFICATION)} then 'nullification'
        when c.nullification is not null then 'amendment' when c.version_no > 1 then 'followUp' else 'initial' end`,
      notNull: true,
    },
    serious: SERIOUSNESS,
    received: { value: received, notNull: true },
    receivedWeek: { value: weekOf(received), notNull: true },
    registered: { value: sql`c.created_at`, notNull: true },
    intakeDays: {
      value: (reading) => daysFrom(received, dayOf(sql`c.created_at`, reading)),
    },
    finished: { value: finishedAt },
    finishedWeek: { value: (reading) => weekOf(dayOf(finishedAt, reading)) },
    cycleDays: { value: (reading) => daysFrom(received, dayOf(finishedAt, reading)) },
    ageDays: { value: ageDays },
    ageClass: {
      value: (reading) => {
        const age = ageDays(reading);
        return sql`case when ${age} <= 3 then 'days3' when ${age} <= 7 then 'days7' when ${age} <= 15 then 'days15'
          when ${age} <= 30 then 'days30' else 'older' end`;
      },
      notNull: true,
    },
    dueClass: { value: dueClass(sql`c.due_date`), notNull: true },
    completeness,
    completenessClass: {
      value: sql`(select case when s.score is null then 'none' when s.score <= 20 then 'to20'
          when s.score <= 40 then 'to40' when s.score <= 60 then 'to60' when s.score <= 80 then 'to80' else 'to100' end
        from (select ${completeness.value} as score) s)`,
      notNull: true,
    },
    workflowStep: { value: sql`c.workflow_status`, codes: stepsOf },
    owner: { value: sql`c.workflow_user_key::text`, codes: usersOf('user_key') },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
