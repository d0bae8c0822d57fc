/** The lists of submissions: cases to send, batches, and reports by case. */
import { caseContains } from '../../lists/caseRows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ReceiversSource } from '../../../schemas/compile/sources.types.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import type { Sight } from '../../../shared/blinding/sight.ts';
import { STATES_TO_DECIDE } from '../../../shared/submission/batchStates.ts';
import { DELAYED_AFTER_MS } from '../../../shared/submission/delayed.ts';
import { narrowedByLibrary } from '../../case-query/library.ts';
import { authoritiesIn } from '../../receivers/receiverNow.store.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { daysLeftOfReport, ruleOfReport } from '../../lists/dueReportColumns.ts';
import { searchEach, searchIn } from '../../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource } from '../../lists/listSource.ts';
import {
  isAwaitingAnswer,
  isFor,
  isStillUnsent,
  receiverState,
  wentOut,
} from '../../submissions/earlier.store.ts';
import { sentReports } from '../../obligations/dueReports.store.ts';
import { quotedText } from '../../cases/record/quotedText.store.ts';
import { holdsFolded } from '../../storage/foldedSql.ts';

/** The batch `b` is for the receiver of the report `p`. */
const isForIt = ({ catalogue }: ListReading): RawBuilder<boolean> =>
  isFor(
    sql`p.receiver`,
    sql`(select k.record_key from record k where k.sponsor_key = p.sponsor_key and k.kind = 'receiver'
      and k.name = p.receiver and k.state = 'active' and k.del_flag = 'N' order by k.record_key limit 1)`,
    authoritiesIn(catalogue),
  );

/** Whether rules propose receivers of the type, in the region, for what becomes of the cases that they have. */
const proposesInformed = (
  { catalogue }: ListReading,
  type: ReceiversSource['type'],
  region?: string,
): boolean =>
  catalogue.whole.receivers.some(
    (file) =>
      file.type === type &&
      (region === undefined || file.region === undefined || file.region === region) &&
      file.rules.some(({ informed }) => informed),
  );

/**
 * Newest versions with each receiver that an earlier version went to and this one did not, by the name that it has now
 * (decision 0591). Its rule may have further conditions: who sends decides.
 */
function versionsOfInformed(reading: ListReading): RawBuilder<unknown> {
  const authorities = reading.catalogue.whole.appendices.flatMap(({ appendix, authority }) =>
    proposesInformed(reading, 'authority', appendix) ? [authority] : [],
  );
  const ofPartner = proposesInformed(reading, 'partner') ? sql`k.name` : sql`null`;
  const all = authoritiesIn(reading.catalogue);
  return sql`select v.sponsor_key, v.case_key, n.receiver from pv_case v
    join pv_case e on e.sponsor_key = v.sponsor_key and e.root_case_key = v.root_case_key
      and e.version_no < v.version_no
    cross join lateral ${sentReports(sql`e.sponsor_key`, sql`e.case_key`, all)} w
    left join record k on k.sponsor_key = v.sponsor_key and k.kind = 'receiver' and k.state = 'active'
      and k.del_flag = 'N' and (k.record_key = w.receiver_key or k.name = w.receiver)
    cross join lateral (select case
      when w.receiver = any(${authorities}::text[]) then w.receiver
      when w.receiver <> all(${all}::text[]) then ${ofPartner} end as receiver) n
    where v.sponsor_key = ${reading.user.sponsorKey} and v.receiver_behind and v.latest
      and n.receiver is not null
      and not exists (select from ${sentReports(sql`v.sponsor_key`, sql`v.case_key`, all)} s
        where (s.receiver in (w.receiver, n.receiver) or s.receiver_key = w.receiver_key))`;
}

/** A due report, a chosen receiver, or one that has an earlier version. */
const candidates = (reading: ListReading): RawBuilder<unknown> => sql`(
    select sponsor_key, case_key, receiver from case_obligation where met is null
    union select sponsor_key, case_key, receiver from case_receiver
    union ${versionsOfInformed(reading)}
  ) p
  join pv_case c on c.sponsor_key = p.sponsor_key and c.case_key = p.case_key`;

/** What the receiver got of the case. */
const received = (reading: ListReading): RawBuilder<unknown> => sql`left join lateral (
    select bool_or(g.case_key = c.case_key) as again,
      (array_agg(g.shown order by g.batch_key desc) filter (where g.case_key = c.case_key))[1] as state,
      bool_or(g.state <> 'rejected') as informed,
      (array_agg(g.serious order by g.batch_key desc) filter (where g.state <> 'rejected'))[1] as serious
    from (
      select ${receiverState} as state, m.batch_key, m.case_key, m.serious,
        case when ${receiverState} = 'open' and m.state in (${sql.join(STATES_TO_DECIDE.map(sql.lit))}) then 'needsDecision'
          else ${receiverState} end as shown
      from submission_message m
      join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
      where m.sponsor_key = c.sponsor_key and m.root_case_key = c.root_case_key and ${isForIt(reading)}
        and b.environment = 'production' and ${wentOut}
    ) g
  ) got on true`;

const inUnsentBatch = (reading: ListReading): RawBuilder<unknown> => sql`left join lateral (
    select true as found from submission_message m
    join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
    where m.sponsor_key = c.sponsor_key and m.case_key = c.case_key and ${isForIt(reading)}
      and b.environment = 'production' and ${isStillUnsent}
    limit 1
  ) unsent on true`;

/** By what the receiver got, as `kindOfReport` tells it for a batch. */
const KIND = sql<string>`case
  when c.nullification = '1' then 'nullification'
  when got.again then 'resend'
  when got.informed is not true then 'initial'
  when c.nullification = '2' then 'amendment'
  when got.serious and c.serious is false then 'downgrade'
  else 'followUp' end`;

const STATE = sql<string>`case when unsent.found then 'inBatch' else coalesce(got.state, 'none') end`;

export const submissionCaseList: ListSource = {
  menuId: 'MU-SM',
  from: candidates,
  joins: {
    o: sql`left join case_obligation o on o.sponsor_key = p.sponsor_key and o.case_key = p.case_key
      and o.receiver = p.receiver and o.met is null`,
    r: sql`left join case_receiver r on r.sponsor_key = p.sponsor_key and r.case_key = p.case_key
      and r.receiver = p.receiver`,
    s: sql`left join workflow_step s on s.sponsor_key = c.sponsor_key and s.workflow_key = c.workflow_status`,
    got: received,
    unsent: inUnsentBatch,
  },
  scope: ({ user }) =>
    sql<boolean>`p.sponsor_key = ${user.sponsorKey} and c.latest and c.del_flag = 'N' and ${caseInScope(user)}`,
  ...composedKey(sql`p.case_key`, sql`p.receiver`),
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    followUpNo: { value: sql`c.version_no - 1`, notNull: true },
    receiver: { value: sql`p.receiver`, notNull: true },
    dueDate: { value: sql`o.due` },
    daysLeft: daysLeftOfReport,
    rule: ruleOfReport,
    kind: { value: KIND, notNull: true },
    state: { value: STATE, notNull: true },
    chosenBy: { value: sql`r.chosen_by` },
    workflowStep: { value: ({ language }) => sql`coalesce(s.name ->> ${language}, s.name ->> 'en')` },
  },
  search: searchEach(caseContains),
  presetFilter: ({ caseKey }) =>
    typeof caseKey === 'number'
      ? sql<boolean>`c.root_case_key = (select v.root_case_key from pv_case v
          where v.sponsor_key = p.sponsor_key and v.case_key = ${caseKey})`
      : null,
  narrow: narrowedByLibrary,
  open: {
    values: { caseKey: sql<number>`c.case_key` },
    path: ({ caseKey }) => `case/${caseKey}/detail/RE`,
  },
};

const messagesOf = sql`submission_message m where m.sponsor_key = b.sponsor_key and m.batch_key = b.batch_key`;
const count = (state: string) =>
  sql<number>`(select count(*) from ${messagesOf} and m.state ${sql.raw(state)})`;

/** A batch is visible to users who may see all of its cases. */
export const visibleBatches = (user: Scope & { sponsorKey: number }): RawBuilder<boolean> =>
  sql<boolean>`b.sponsor_key = ${user.sponsorKey} and not exists (
    select from submission_message sm
    join pv_case v on v.sponsor_key = sm.sponsor_key and v.case_key = sm.case_key
    join pv_case c on c.sponsor_key = v.sponsor_key and c.root_case_key = v.root_case_key and c.latest
    where sm.sponsor_key = b.sponsor_key and sm.batch_key = b.batch_key and not ${caseInScope(user)})`;

const shownState = ({ now }: Pick<ListReading, 'now'>): RawBuilder<string> =>
  sql<string>`case
    when not ${isAwaitingAnswer} then b.state
    when b.manual_status is not null then 'manual.' || b.manual_status
    when b.sent_at < ${new Date(now.getTime() - DELAYED_AFTER_MS)} then 'delayed'
    else b.state end`;

export const submissionList: ListSource = {
  menuId: 'MU-SM-HI',
  from: sql`submission_batch b left join sender sd on sd.sponsor_key = b.sponsor_key and sd.sender_key = b.sender_key`,
  scope: ({ user }) => visibleBatches(user),
  key: sql<number>`b.batch_key`,
  name: 'batch',
  columns: {
    batch: { value: sql`b.batch_key`, notNull: true },
    receiver: { value: sql`b.receiver`, notNull: true },
    sender: { value: sql`sd.organisation` },
    cases: { value: sql`(select count(*) from ${messagesOf})`, notNull: true },
    state: { value: (reading) => shownState(reading), notNull: true },
    sentAt: { value: sql`b.sent_at` },
    answeredAt: { value: sql`b.answered_at` },
    accepted: { value: count("in ('accepted', 'acceptedWithWarning')"), notNull: true },
    rejected: { value: count("= 'rejected'"), notNull: true },
    attempts: {
      value: sql`(select count(*) from submission_attempt a
        where a.sponsor_key = b.sponsor_key and a.batch_key = b.batch_key)`,
      notNull: true,
    },
    transport: { value: sql`b.transport`, notNull: true },
    environment: { value: sql`b.environment`, notNull: true },
    createdAt: { value: sql`b.created_at`, notNull: true },
    createdBy: { value: sql`b.created_name`, notNull: true },
    comment: { value: sql`b.comment`, notNull: true },
    batchNumber: { value: sql`b.batch_number`, notNull: true },
  },
  search: searchIn(sql`concat_ws(' ', b.batch_key, b.receiver, b.batch_number, b.created_name, b.comment,
    (select string_agg(v.case_no, ' ') from submission_message m
      join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
      where m.sponsor_key = b.sponsor_key and m.batch_key = b.batch_key))`),
  open: {
    values: { batchKey: sql<number>`b.batch_key` },
    path: ({ batchKey }) => `submission/history/${batchKey}/batch-detail`,
  },
};

const answerText = (user: Sight) => quotedText(user, sql<string | null>`m.answer_text`);

export const submittedCaseList: ListSource = {
  menuId: 'MU-SM-CH',
  from: sql`submission_message m
    join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
    join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
    join pv_case c on c.sponsor_key = v.sponsor_key and c.root_case_key = v.root_case_key and c.latest`,
  scope: ({ user }) => sql<boolean>`m.sponsor_key = ${user.sponsorKey} and ${caseInScope(user)}`,
  ...composedKey(sql`m.batch_key`, sql`m.seq`),
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`v.case_no`, notNull: true },
    followUpNo: { value: sql`v.version_no - 1`, notNull: true },
    receiver: { value: sql`b.receiver`, notNull: true },
    kind: { value: sql`m.kind`, notNull: true },
    state: { value: sql`m.state`, notNull: true },
    sentAt: { value: sql`b.sent_at` },
    answeredAt: { value: sql`m.answered_at` },
    code: { value: sql`m.answer_code` },
    text: { value: ({ user }) => answerText(user) },
    localNumber: { value: sql`m.local_number` },
    batch: { value: sql`m.batch_key`, notNull: true },
  },
  search: searchEach((word, { user }) =>
    holdsFolded(sql`concat_ws(' ', v.case_no, b.receiver, m.local_number, ${answerText(user)})`, word),
  ),
  open: {
    values: { batchKey: sql<number>`m.batch_key` },
    path: ({ batchKey }) => `submission/history/${batchKey}/batch-detail`,
  },
};
