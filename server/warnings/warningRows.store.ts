/** What people are warned of, in SQL: of each rule the rows it speaks of. */
import { rulesHiddenFrom } from '../../shared/rules/rulesHiddenFrom.ts';
import { hiddenByRoles } from '../../shared/blinding/sight.ts';
import { sql, type RawBuilder } from 'kysely';
import type { StepTimeName, WarningRule } from '../../schemas/compile/warnings.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { DURATION_WORDS } from '../../shared/workflow/durationText.ts';
import { HOURS_OF_DAY } from '../../shared/workflow/stepTime.ts';
import type { Language } from '../http/language.ts';
import type { ListReading } from '../lists/listSource.ts';
import { inLanguage } from '../storage/inLanguage.ts';
import { hiddenItems } from '../cases/record/caseAccess.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import { gotUnblinded, quotedText } from '../cases/record/quotedText.store.ts';
import { stepText } from '../questions/questions.store.ts';
import { CAN_LEAVE_STEP, CASES_IN_STEPS, endOfStepTime } from '../workflow/stepTime.store.ts';

type Rows = RawBuilder<unknown>;
type Text = RawBuilder<string | null>;

const DAY_MS = 86_400_000;
/** What counts comes first. */
const RANKS = { error: 0, warning: 1, info: 2 } as const;

/** A day that is written CCYYMMDD, or a moment, as messages say it. */
const dayInWords = (day: Text): Text => sql`to_char(to_date(${day}, 'YYYYMMDD'), 'YYYY-MM-DD')`;
const dayOf = (moment: RawBuilder<Date>, { user }: ListReading): Text =>
  sql`to_char(${moment} at time zone ${user.timeZone}, 'YYYYMMDD')`;

interface Branch {
  /** of the case: `c` is its newest version */
  from: Rows;
  /** of the table whose rows it is: of few cases, an index finds them */
  caseKey?: RawBuilder<number>;
  where: RawBuilder<boolean>;
  /** what else tells the rows of one rule and case apart */
  part?: Text;
  receivers?: RawBuilder<string[]>;
  /** since when, or until when: CCYYMMDD */
  day: Text;
  /** alias of a table with the columns of an item's address, its page and place; left out: it is about no item */
  item?: string;
  /** what is filled into the message */
  facts: Readonly<Record<string, Text>>;
}

const NO_RECEIVERS = sql<string[]>`'{}'::text[]`;

/** Days from a moment until now, begun ones not counted. */
const daysSince = (moment: RawBuilder<Date>, now: Date): Text =>
  sql`floor(extract(epoch from ${now}::timestamptz - ${moment}) / 86400)::int::text`;

/** As many days ago as the rule wants, compared with the moment itself, so that an index finds it. */
function longAgo(moment: RawBuilder<Date>, { days: { from, to } = {} }: WarningRule, now: Date) {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return sql<boolean>`${moment} is not null
    ${from === undefined ? sql`` : sql`and ${moment} <= ${before(from)}`}
    ${to === undefined ? sql`` : sql`and ${moment} > ${before(to + 1)}`}`;
}

function obligation({ days: { from, to } = {} }: WarningRule, { user, now }: ListReading): Branch {
  const today = dayAt(now.getTime(), user.timeZone);
  return {
    from: sql`case_obligation o join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key`,
    caseKey: sql`o.case_key`,
    where: sql<boolean>`o.sponsor_key = ${user.sponsorKey} and o.met is null
      ${from === undefined ? sql`` : sql`and o.due >= ${dayAfter(today, from)}`}
      ${to === undefined ? sql`` : sql`and o.due <= ${dayAfter(today, to)}`}`,
    part: sql`o.receiver`,
    receivers: sql`array[o.receiver]`,
    day: sql`o.due`,
    facts: {
      receiver: sql`o.receiver`,
      due: dayInWords(sql`o.due`),
      days: sql`abs(to_date(o.due, 'YYYYMMDD') - to_date(${today}, 'YYYYMMDD'))::text`,
    },
  };
}

/** A time of a step: since when it is over, whether nothing else tells of it, and the hours it allows. */
interface StepTime {
  counted: RawBuilder<Date>;
  only?: Rows;
  hours?: RawBuilder<number>;
}

const STEP_TIMES: Readonly<Record<StepTimeName, (now: Date) => StepTime>> = {
  delay: () => ({ counted: sql`c.workflow_due_at` }),
  // without a limit, which a case should leave some day all the same
  stay: () => ({
    counted: sql`c.workflow_at`,
    only: sql`and coalesce(c.workflow_due_at, ${endOfStepTime('normal')}, ${endOfStepTime('maximum')}) is null and exists (
      select from workflow_route r join workflow_step next
        on next.sponsor_key = r.sponsor_key and next.workflow_key = r.to_key and next.del_flag = 'N'
      where r.sponsor_key = st.sponsor_key and r.from_key = st.workflow_key and next.sort > st.sort)`,
  }),
  normal: (now) => ({
    counted: endOfStepTime('normal'),
    only: sql`and ${CAN_LEAVE_STEP} and coalesce(${endOfStepTime('maximum')} > ${now}::timestamptz, true)`,
    hours: sql`st.normal_hours`,
  }),
  maximum: () => ({
    counted: endOfStepTime('maximum'),
    only: sql`and ${CAN_LEAVE_STEP}`,
    hours: sql`st.maximum_hours`,
  }),
};

const daysOf = (hours: RawBuilder<number>) => sql<string>`(${hours} / ${HOURS_OF_DAY}::int)::text`;
const hoursOf = (hours: RawBuilder<number>) => sql<string>`(${hours} % ${HOURS_OF_DAY}::int)::text`;

/** As `durationText` says it; null of no hours. */
function durationInWords(hours: RawBuilder<number>, language: Language): Text {
  const { days, hours: ofDay } = DURATION_WORDS;
  const part = (words: LocalizedText, count: Text) =>
    sql`case when ${count} <> '0' then replace(${words[language]}::text, '{count}', ${count}) end`;
  return sql<string>`nullif(concat_ws(' ', ${part(days, daysOf(hours))}, ${part(ofDay, hoursOf(hours))}), '')`;
}

function step(rule: WarningRule, reading: ListReading): Branch {
  const { now, language } = reading;
  const { counted, only = sql``, hours = sql<number>`null::int` } = STEP_TIMES[rule.days?.of ?? 'delay'](now);
  return {
    from: CASES_IN_STEPS,
    where: sql<boolean>`${longAgo(counted, rule, now)} ${only}`,
    day: dayOf(counted, reading),
    facts: {
      step: inLanguage(sql`st.name`, language),
      limit: durationInWords(hours, language),
      // as files that sponsors have published name them
      limitDays: daysOf(hours),
      limitHours: hoursOf(hours),
      due: dayInWords(dayOf(sql`c.workflow_due_at`, reading)),
      since: dayInWords(dayOf(sql`c.workflow_at`, reading)),
      days: daysSince(counted, now),
    },
  };
}

/** Nothing can be changed in it, and nothing goes out. */
function lock(rule: WarningRule, reading: ListReading): Branch {
  return {
    from: sql`pv_case c cross join lateral (
      select array_agg(o.receiver order by o.receiver) as receivers from case_obligation o
      where o.sponsor_key = c.sponsor_key and o.case_key = c.case_key and o.met is null) owed`,
    where: sql<boolean>`c.locked and owed.receivers is not null and ${longAgo(sql`c.status_at`, rule, reading.now)}`,
    receivers: sql`owed.receivers`,
    day: dayOf(sql`c.status_at`, reading),
    facts: {
      receiver: sql`array_to_string(owed.receivers, ', ')`,
      since: dayInWords(dayOf(sql`c.status_at`, reading)),
      days: daysSince(sql`c.status_at`, reading.now),
    },
  };
}

/** Whether what the receiver of an answer (`a`) got of the case may hold blinded values. */
const IS_ANSWER_UNBLINDED = gotUnblinded(
  sql`a.receiver`,
  sql`m.sponsor_key = a.sponsor_key and m.case_key = a.case_key`,
);

/** The last answer of a receiver, where it is one of these. */
function acknowledgement({ codes = [] }: WarningRule, reading: ListReading): Branch {
  return {
    from: sql`submission_ack a join pv_case c on c.sponsor_key = a.sponsor_key and c.case_key = a.case_key`,
    caseKey: sql`a.case_key`,
    where: sql<boolean>`a.sponsor_key = ${reading.user.sponsorKey} and a.code = any(${codes}) and not exists (
      select from submission_ack later where later.sponsor_key = a.sponsor_key and later.case_key = a.case_key
        and later.receiver = a.receiver and later.at > a.at)`,
    part: sql`a.receiver`,
    receivers: sql`array[a.receiver]`,
    day: dayOf(sql`a.at`, reading),
    facts: {
      receiver: sql`a.receiver`,
      code: sql`a.code`,
      text: quotedText(reading.user, sql<string | null>`a.text`, IS_ANSWER_UNBLINDED),
      since: dayInWords(dayOf(sql`a.at`, reading)),
    },
  };
}

/** Open questions that the reader is asked, or has to ask the reporter. */
function question({ days }: WarningRule, reading: ListReading): Branch {
  const { user, now } = reading;
  const { from, to } = days ?? {};
  const today = dayAt(now.getTime(), user.timeZone);
  return {
    from: sql`case_question q
      join pv_case c on c.sponsor_key = q.sponsor_key and c.root_case_key = q.root_case_key`,
    where: sql<boolean>`q.sponsor_key = ${user.sponsorKey} and q.state = 'open'
      and coalesce(q.addressee, q.asker) = ${user.userKey}
      and q.item_id <> all(${hiddenItems(reading, user)}::text[])
      ${from === undefined ? sql`` : sql`and coalesce(q.due, '99991231') >= ${dayAfter(today, from)}`}
      ${to === undefined ? sql`` : sql`and q.due <= ${dayAfter(today, to)}`}`,
    part: sql`q.question_key::text`,
    day: sql`q.due`,
    item: 'q',
    facts: {
      // a receiver is named where its words are not shown
      text: sql`(select coalesce(${stepText(user, sql`q.root_case_key`)}, s.user_name) from case_question_step s
        where s.sponsor_key = q.sponsor_key and s.question_key = q.question_key and s.step_no = 1)`,
      due: dayInWords(sql`q.due`),
    },
  };
}

const BRANCHES = { obligation, step, lock, acknowledgement, question };

/** A message with its placeholders filled in. */
const filled = (template: RawBuilder<string>, facts: Branch['facts']): RawBuilder<string> =>
  Object.entries(facts).reduce(
    (text, [name, fact]) => sql<string>`replace(${text}, ${`{${name}}`}, coalesce(${fact}, ''))`,
    template,
  );

const NO_ITEM = sql`0 as page_row, ''::text as item_id, 0 as row_no, 0 as row_no2, 0 as row_no3`;

const itemOf = (alias: string, { language }: ListReading): Rows =>
  sql.join([
    sql`${inLanguage(sql.ref(`${alias}.place`), language)} as place`,
    ...['page', 'page_row', 'item_id', 'row_no', 'row_no2', 'row_no3'].map((name) =>
      sql.ref(`${alias}.${name}`),
    ),
  ]);

function rowsOfDays(rule: WarningRule, reading: ListReading): Rows[] {
  if (rule.watches === 'finding' || rule.watches === 'uncoded') return [];
  const branch = BRANCHES[rule.watches](rule, reading);
  const {
    from,
    caseKey = sql`c.case_key`,
    where,
    part = sql`''`,
    receivers = NO_RECEIVERS,
    day,
    item,
    facts,
  } = branch;
  return [
    sql`select ${caseKey} as case_key, ${rule.id}::text as warning, ${RANKS[rule.severity]}::int as rank,
      ${receivers} as receivers, ${day} as day, ${part} as part,
      ${filled(sql`${rule.message[reading.language]}::text`, facts)} as says,
      ${item === undefined ? sql`null::text as place, ${rule.page ?? ''}::text as page, ${NO_ITEM}` : itemOf(item, reading)}
    from ${from} where c.sponsor_key = ${reading.user.sponsorKey} and c.latest and ${caseInScope(reading.user)} and ${where}`,
  ];
}

/** Not about an item that a role hides, and by no rule that reads one: that it speaks would tell of the value. */
function tellsNothingHidden({ user, catalogue: { whole, checks } }: ListReading): RawBuilder<unknown> {
  if (user.hidden.length === 0) return sql``;
  return sql`and cw.item_id <> all(${[...hiddenByRoles(whole, user).keys()]}::text[])
    and split_part(cw.found, ' ', 1) <> all(${[...rulesHiddenFrom(checks, user)]}::text[])`;
}

/** Warnings derived from case content; those for receivers as long as a report is due to them. */
function rowsOfContent(rules: readonly WarningRule[], reading: ListReading): Rows[] {
  const { user, language } = reading;
  const derived = rules.filter(({ watches }) => watches === 'finding' || watches === 'uncoded');
  if (derived.length === 0) return [];
  const branches = derived.map(
    ({ id, severity, message }) => sql`(${id}::text, ${RANKS[severity]}::int, ${message[language]}::text)`,
  );
  const facts = {
    message: sql<string | null>`cw.message ->> ${language}`,
    text: sql<string | null>`cw.term`,
    receiver: sql<string | null>`array_to_string(cw.receivers, ', ')`,
  };
  return [
    sql`select cw.case_key, cw.warning, rule.rank, cw.receivers, null::text as day,
      concat_ws('|', cw.item_id, cw.row_no, cw.row_no2, cw.row_no3, cw.found) as part, ${filled(sql`rule.says`, facts)} as says,
      cw.place ->> ${language} as place, cw.page, cw.page_row, cw.item_id, cw.row_no, cw.row_no2, cw.row_no3
    from case_warning cw join (values ${sql.join(branches)}) as rule (id, rank, says) on rule.id = cw.warning
    where cw.sponsor_key = ${user.sponsorKey} ${user.unblind ? sql`` : sql`and not cw.blinded`} ${tellsNothingHidden(reading)}
      and (cw.receivers = '{}' or exists (
        select from case_obligation o where o.sponsor_key = cw.sponsor_key and o.case_key = cw.case_key
          and o.met is null and o.receiver = any(cw.receivers)))`,
  ];
}

/** All that is warned of by these rules, one row each; to be joined with the cases it is about. */
export function warningRows(
  reading: ListReading,
  rules: readonly WarningRule[] = reading.catalogue.warnings,
): RawBuilder<unknown> {
  const rows = [...rules.flatMap((rule) => rowsOfDays(rule, reading)), ...rowsOfContent(rules, reading)];
  return sql.join(rows, sql` union all `);
}
