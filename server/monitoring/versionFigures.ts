/** Versions of cases: what came in, what is open, and what was finished (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../lists/listSource.ts';
import { stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dateOf,
  dateOfMoment,
  dueClass,
  FOLLOW_UP_NUMBER,
  OPEN_CASE,
  SERIOUSNESS,
  versionInScope,
  weekOf,
} from './figureColumns.ts';

const RECEIVED = sql<string>`c.received_day`;
const REGISTERED = sql<string>`c.registered_day`;

/** Reviewed or locked; a version that was replaced before that is never finished. */
const FINISHED = sql<boolean>`(c.reviewed or c.locked)`;
const FINISHED_AT = sql<Date>`(case when ${FINISHED} then c.status_at end)`;
const finishedOn = (reading: ListReading) => dateOfMoment(FINISHED_AT, reading);

/** The same as conditions, from which the database sees that an index has all open versions. */
const STATES: Record<string, RawBuilder<boolean>> = {
  finished: FINISHED,
  open: sql<boolean>`(c.latest and not c.reviewed and not c.locked)`,
  superseded: sql<boolean>`(not c.latest and not c.reviewed and not c.locked)`,
};

const hasState: NonNullable<SourceColumn['oneOf']> = (codes) => {
  const conditions = codes.flatMap((code) => STATES[code] ?? []);
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
};

const ageOf = (received: RawBuilder<string>, reading: ListReading) =>
  sql<number>`(${today(reading)}::text::date - ${dateOf(received)})`;

export const versionFigures: ListSource = {
  menuId: 'MU-MO-VE',
  from: sql`pv_case c`,
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
      oneOf: hasState,
    },
    kind: {
      value: sql`case when c.nullification = ${sql.lit(NULLIFICATION)} then 'nullification'
        when c.nullification is not null then 'amendment' when c.version_no > 1 then 'followUp' else 'initial' end`,
      notNull: true,
    },
    serious: SERIOUSNESS,
    received: { value: RECEIVED, notNull: true },
    receivedWeek: { ...computedFrom([RECEIVED], ([day]) => weekOf(dateOf(day))), notNull: true },
    registered: { value: sql`c.created_at`, notNull: true },
    intakeDays: computedFrom(
      [RECEIVED, REGISTERED],
      ([received, registered]) => sql`(${dateOf(registered)} - ${dateOf(received)})`,
    ),
    finished: { value: FINISHED_AT },
    finishedWeek: computedFrom([finishedOn], ([date]) => weekOf(date)),
    cycleDays: computedFrom(
      [RECEIVED, finishedOn],
      ([received, date]) => sql`(${date} - ${dateOf(received)})`,
    ),
    ageDays: computedFrom([RECEIVED], ([day], reading) => ageOf(day, reading)),
    ageClass: {
      ...computedFrom([RECEIVED], ([day], reading) => {
        const age = ageOf(day, reading);
        return sql`case when ${age} <= 3 then 'days3' when ${age} <= 7 then 'days7' when ${age} <= 15 then 'days15'
          when ${age} <= 30 then 'days30' else 'older' end`;
      }),
      notNull: true,
    },
    dueClass: { ...dueClass(sql`c.due_date`), notNull: true },
    completeness: { value: sql`c.completeness` },
    completenessClass: {
      ...computedFrom(
        [sql`c.completeness`],
        ([score]) => sql`case when ${score} is null then 'none' when ${score} <= 20 then 'to20'
          when ${score} <= 40 then 'to40' when ${score} <= 60 then 'to60' when ${score} <= 80 then 'to80' else 'to100' end`,
      ),
      notNull: true,
    },
    workflowStep: { value: sql`c.workflow_status`, codes: stepsOf },
    owner: { value: sql`c.workflow_user_key::text`, codes: usersOf('user_key') },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
