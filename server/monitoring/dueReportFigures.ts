/** Reports by due date: one row a due report of a case to a receiver, sent or not (decision 0161). */
import { caseContains } from '../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import { ruleOfReport } from '../lists/dueReportColumns.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../lists/listSource.ts';
import { receiversOf, stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dueClass,
  FOLLOW_UP_NUMBER,
  OPEN_CASE,
  SERIOUSNESS,
  versionInScope,
} from './figureColumns.ts';
import words from './words.json' with { type: 'json' };

/** Code list of the reasons that users choose from. */
export const LATE_REASONS = 'late-reason';
/** In the column of a report that was late and has no reason. */
const NO_REASON = 'none';

/** `r`: the newest reason of the report; the database leaves the join out where no column of it is used. */
const NEWEST_REASON = sql`left join (
    select distinct on (sponsor_key, root_case_key, receiver, due) sponsor_key, root_case_key, receiver, due, code, comment
    from late_reason order by sponsor_key, root_case_key, receiver, due, reason_no desc
  ) r on r.sponsor_key = o.sponsor_key and r.root_case_key = o.root_case_key and r.receiver = o.receiver and r.due = o.due`;

/** Whether a report, or what the receiver accepted, was sent in time. */
const outcome = (sentOn: RawBuilder<string | null>, reading: ListReading, waiting = sql``) =>
  sql<string>`case when ${sentOn} <= o.due then 'onTime' when ${sentOn} is not null then 'late' ${waiting}
    when o.due < ${today(reading)} then 'overdue' else 'open' end`;

/** The same as conditions, from which the database sees that few rows are late or open: an index finds these. */
const OUTCOMES: Record<string, (reading: ListReading) => RawBuilder<boolean>> = {
  onTime: () => sql`o.met <= o.due`,
  late: () => sql`o.met > o.due`,
  overdue: (reading) => sql`(o.met is null and o.due < ${today(reading)})`,
  open: (reading) => sql`(o.met is null and o.due >= ${today(reading)})`,
};

const hasOutcome: NonNullable<SourceColumn['oneOf']> = (codes, reading) => {
  const conditions = codes.flatMap((code) => OUTCOMES[code]?.(reading) ?? []);
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
};

const daysLate = computedFrom([sql`o.met`, sql`o.due`], ([met, due], reading) => {
  const until = sql`coalesce(${met}, ${today(reading)})`;
  return sql<number>`(case when ${until} > ${due} then ${until}::date - ${due}::date end)`;
});

export const dueReportFigures: ListSource = {
  menuId: 'MU-MO-RP',
  from: sql`case_obligation o left join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key
    ${NEWEST_REASON}`,
  scope: ({ user }) =>
    sql<boolean>`o.sponsor_key = ${user.sponsorKey} and not o.superseded and ${versionInScope(user)}`,
  key: sql<string>`(o.case_key || ' ' || o.receiver)`,
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
      ...computedFrom([sql`o.due`], ([due]) => sql`(left(${due}, 4) || '-' || substr(${due}, 5, 2))`),
      notNull: true,
    },
    sentOn: { value: sql`o.met` },
    acceptedOn: { value: sql`o.accepted` },
    outcome: { value: (reading) => outcome(sql`o.met`, reading), notNull: true, oneOf: hasOutcome },
    acceptedOutcome: {
      value: (reading) => outcome(sql`o.accepted`, reading, sql`when o.met is not null then 'unanswered'`),
      notNull: true,
    },
    dueClass: { ...dueClass(sql`o.due`), notNull: true },
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
    owner: { value: sql`c.workflow_user_key::text`, codes: usersOf('user_key') },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
