/** Versions of cases: what came in, what is open, and what was finished (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../lists/listSource.ts';
import { stepsOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dateOf,
  dateOfMoment,
  dueClass,
  FOLLOW_UP_NUMBER,
  isOfDeletedCase,
  oneOfConditions,
  OPEN_CASE,
  OWNER,
  SERIOUSNESS,
  versionInScope,
  weekOf,
} from './figureColumns.ts';

const RECEIVED = sql<string>`c.received_day`;
const COMPLETENESS = sql<number | null>`c.completeness`;
const REGISTERED = sql<string>`c.registered_day`;

/** Reviewed or locked; a version that was replaced before that is never finished. */
const FINISHED = sql<boolean>`(c.reviewed or c.locked)`;
const FINISHED_AT = sql<Date | null>`c.finished_at`;
/** Versions that are not finished are alike in how long they took. */
const RECEIVED_IF_FINISHED = sql<string | null>`(case when ${FINISHED} then c.received_day end)`;
const finishedOn = (reading: ListReading) => dateOfMoment(FINISHED_AT, reading);

/** The same as conditions, from which the database sees that an index has all open versions. */
const STATES: Record<string, RawBuilder<boolean>> = {
  finished: FINISHED,
  open: sql<boolean>`(c.latest and not c.reviewed and not c.locked)`,
  superseded: sql<boolean>`(not c.latest and not c.reviewed and not c.locked)`,
};

const hasState: NonNullable<SourceColumn['oneOf']> = (codes) => oneOfConditions(codes, STATES);

const ageOf = (received: RawBuilder<string>, reading: ListReading) =>
  sql<number>`(${today(reading)}::text::date - ${dateOf(received)})`;

export const versionFigures: ListSource = {
  menuId: 'MU-MO-VE',
  from: sql`pv_case c`,
  scope: ({ user }) =>
    sql<boolean>`c.sponsor_key = ${user.sponsorKey} and c.del_flag = 'N'
      and not ${isOfDeletedCase(sql`c.case_key`, user.sponsorKey)} and ${versionInScope(user)}`,
  key: sql<number>`c.case_key`,
  rowsAreCases: true,
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    state: {
      ...computedFrom(
        [FINISHED, sql<boolean>`c.latest`],
        ([finished, latest]) =>
          sql<string>`case when ${finished} then 'finished' when ${latest} then 'open' else 'superseded' end`,
      ),
      notNull: true,
      oneOf: hasState,
    },
    kind: {
      ...computedFrom(
        [sql<string | null>`c.nullification`, sql<boolean>`(c.version_no > 1)`],
        ([why, isLater]) => sql<string>`case when ${why} = ${sql.lit(NULLIFICATION)} then 'nullification'
          when ${why} is not null then 'amendment' when ${isLater} then 'followUp' else 'initial' end`,
      ),
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
      [RECEIVED_IF_FINISHED, finishedOn],
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
    completeness: { value: COMPLETENESS },
    completenessClass: {
      ...computedFrom(
        [COMPLETENESS],
        ([score]) => sql`case when ${score} is null then 'none' when ${score} <= 20 then 'to20'
          when ${score} <= 40 then 'to40' when ${score} <= 60 then 'to60' when ${score} <= 80 then 'to80' else 'to100' end`,
      ),
      notNull: true,
    },
    workflowStep: { value: sql`c.workflow_status`, codes: stepsOf },
    owner: OWNER,
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
