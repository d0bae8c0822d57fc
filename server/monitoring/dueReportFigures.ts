/** Reports by due date: one row a due report of a case to a receiver, sent or not (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { ruleOfReport } from '../lists/dueReportColumns.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource, type SourceColumn } from '../lists/listSource.ts';
import { receiversOf, stepsOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dueClass,
  FOLLOW_UP_NUMBER,
  oneOfConditions,
  OPEN_CASE,
  OWNER,
  SERIOUSNESS,
  versionInScope,
} from './figureColumns.ts';
import words from './words.json' with { type: 'json' };

/** Code list of the reasons that users choose from. */
export const LATE_REASONS = 'late-reason';
/** In the column of a report that was late and has no reason. */
const NO_REASON = 'none';

/** The newest reason of the report. */
const newestReason = ({ user }: ListReading) => sql`left join (
    select distinct on (root_case_key, receiver, due) root_case_key, receiver, due, code, comment
    from late_reason where sponsor_key = ${user.sponsorKey}
    order by root_case_key, receiver, due, reason_no desc
  ) r on r.root_case_key = o.root_case_key and r.receiver = o.receiver and r.due = o.due`;

/** in the order of the index */
const DUE = sql<string>`(o.due collate "C")`;
const IN_TIME = sql<boolean | null>`o.in_time`;
const ACCEPTED_IN_TIME = sql<boolean | null>`o.accepted_in_time`;

const notSent = (due: RawBuilder<string>, reading: ListReading) =>
  sql`when ${due} < ${today(reading)} then 'overdue' else 'open'`;

/** The same as conditions, from which the database sees that few rows are late or open: an index finds these. */
const hasOutcome: NonNullable<SourceColumn['oneOf']> = (codes, reading) =>
  oneOfConditions(codes, {
    onTime: sql`o.met <= o.due`,
    late: sql`o.met > o.due`,
    overdue: sql`(o.met is null and o.due < ${today(reading)})`,
    open: sql`(o.met is null and o.due >= ${today(reading)})`,
  });

const daysLate = computedFrom([sql`o.met`, sql`o.due`], ([met, due], reading) => {
  const until = sql`coalesce(${met}, ${today(reading)})`;
  return sql<number>`(case when ${until} > ${due} then ${until}::date - ${due}::date end)`;
});

export const dueReportFigures: ListSource = {
  menuId: 'MU-MO-RP',
  from: sql`case_obligation o`,
  joins: {
    c: sql`left join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key`,
    r: newestReason,
  },
  scope: ({ user }) =>
    sql<boolean>`o.sponsor_key = ${user.sponsorKey} and not o.superseded and ${versionInScope(user)}`,
  ...composedKey(sql`o.case_key`, sql`o.receiver`),
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    receiver: { value: sql`o.receiver`, notNull: true, codes: receiversOf },
    rule: { ...ruleOfReport, notNull: true },
    serious: SERIOUSNESS,
    day0: { value: sql`o.day0`, notNull: true },
    dueDate: { value: sql`o.due`, notNull: true },
    dueMonth: {
      ...computedFrom([DUE], ([due]) => sql`(left(${due}, 4) || '-' || substr(${due}, 5, 2))`),
      notNull: true,
    },
    sentOn: { value: sql`o.met` },
    acceptedOn: { value: sql`o.accepted` },
    outcome: {
      ...computedFrom(
        [IN_TIME, DUE],
        (
          [inTime, due],
          reading,
        ) => sql<string>`case when ${inTime} then 'onTime' when not ${inTime} then 'late'
          ${notSent(due, reading)} end`,
      ),
      notNull: true,
      oneOf: hasOutcome,
    },
    acceptedOutcome: {
      ...computedFrom(
        [ACCEPTED_IN_TIME, IN_TIME, DUE],
        (
          [accepted, inTime, due],
          reading,
        ) => sql<string>`case when ${accepted} then 'onTime' when not ${accepted} then 'late'
          when ${inTime} is not null then 'unanswered' ${notSent(due, reading)} end`,
      ),
      notNull: true,
    },
    dueClass: { ...dueClass(DUE), notNull: true },
    daysLate,
    lateReason: {
      value: sql`coalesce(r.code, ${sql.lit(NO_REASON)})`,
      notNull: true,
      codes: (_trx, { catalogue }) => [
        ...(catalogue.codeLists[LATE_REASONS]?.codes ?? []).map(({ code, label }) => ({ code, label })),
        { code: NO_REASON, label: words.noReason },
      ],
    },
    lateComment: { value: sql`r.comment` },
    workflowStep: { value: sql`c.workflow_status`, codes: stepsOf },
    owner: OWNER,
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
