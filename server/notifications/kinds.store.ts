/** What waits for a user, kind by kind: a query each, so that what no longer holds no longer waits (decision 0260). */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import type { Scope } from '../../shared/access/scope.ts';
import { rolesShowCoding } from '../../shared/blinding/sight.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import type { NotificationKind, NotificationRules } from '../../shared/notifications/notifications.ts';
import { STATES_TO_DECIDE } from '../../shared/submission/batchStates.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { OPEN_DIFFERENCES } from '../coding/secondCoding.store.ts';
import { DUE_REPORTS, isStillDue } from '../obligations/stillDue.store.ts';
import { receiverState } from '../submissions/earlier.store.ts';
import { eventRows, eventsInScope } from '../sync/eventRows.store.ts';
import { CAN_LEAVE_STEP, CASES_IN_STEPS, endOfStepTime } from '../workflow/stepTime.store.ts';
import { lastDayOf } from '../accounts/lastAdministrator.store.ts';
import { ALARM_AT, WITHIN_SECONDS } from '../accounts/signInFailures.store.ts';
import { ownedBy } from '../workflow/workflowOwner.store.ts';

/** A user as far as it decides what waits for them. */
export interface NotifiedUser extends Scope {
  sponsorKey: number;
  userKey: number;
  privileges: string[];
  /** items that one of the user's roles hides */
  hidden: readonly string[];
}

export interface NotificationReading {
  user: NotifiedUser;
  rules: NotificationRules;
  at: Date;
  /** of the sponsor */
  timeZone: string;
  catalogue: CatalogueSource;
}

interface KindOfNotification {
  /** one of them lets a user see what it is about */
  privileges: readonly PrivilegeId[];
  /** Rows `subject`, `facts` (json), `path`, `news_at`; the most pressing first. */
  rows: (reading: NotificationReading) => RawBuilder<unknown>;
}

const CASE_PRIVILEGES = ['READ.CASE', 'EDIT.CASE'] as const;
const SUBMISSION_PRIVILEGES = ['READ.SUBMISSION', 'EDIT.SUBMISSION'] as const;
/** After so long it is no news. */
const NEWS_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
/** So long before a sponsor is without administrator. */
const ADMINISTRATION_DAYS = 30;
const ADMINISTRATION: PrivilegeId = 'EDIT.ADMIN';
const newsSince = (at: Date): Date => new Date(at.getTime() - NEWS_DAYS * DAY_MS);

const pathOfCase = sql<string>`'case/' || c.case_key || '/detail'`;

const hiddenCodings = (whole: Catalogue, user: NotifiedUser): string[] =>
  Object.values(whole.items).flatMap(({ itemId, coding }) =>
    coding && !rolesShowCoding(whole, user, itemId) ? itemId : [],
  );

/**
 * Reports that a receiver answered, until a user decides, and until the same report or a later one is answered, as the
 * task of a rejection. A rehearsal leaves nothing to do.
 */
const answeredReports = (
  states: readonly string[],
  { user, at }: NotificationReading,
): RawBuilder<unknown> => sql`
  select r.batch_key || ' ' || r.seq as subject,
    'submission/history/' || r.batch_key || '/batch-detail' as path,
    jsonb_build_object('caseNo', c.case_no, 'receiver', o.receiver) as facts, r.answered_at as news_at
  from submission_message r
  join submission_batch o on o.sponsor_key = r.sponsor_key and o.batch_key = r.batch_key
  join pv_case s on s.sponsor_key = r.sponsor_key and s.case_key = r.case_key
  join pv_case c on c.sponsor_key = r.sponsor_key and c.root_case_key = r.root_case_key and c.latest
  where r.sponsor_key = ${user.sponsorKey} and r.state in (${sql.join(states.map(sql.lit))})
    and r.answered_at > ${newsSince(at)} and o.environment <> 'test' and ${caseInScope(user)}
    and not exists (
      select from submission_message m
      join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
      join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
      where m.sponsor_key = r.sponsor_key and m.root_case_key = r.root_case_key and b.receiver = o.receiver
        and b.environment = o.environment and ${receiverState} <> 'open'
        and (v.version_no, m.batch_key) > (s.version_no, r.batch_key))
  order by r.answered_at desc`;

export const KINDS: Record<NotificationKind, KindOfNotification> = {
  due: {
    privileges: CASE_PRIVILEGES,
    rows: ({ user, rules: { dueDays, dueOfAll }, at, timeZone }) => sql`
      select o.case_key || ' ' || o.receiver || ' ' || o.due as subject, ${pathOfCase} as path,
        jsonb_build_object('caseNo', c.case_no, 'receiver', o.receiver, 'day', o.due) as facts,
        '-infinity'::timestamptz as news_at
      from ${DUE_REPORTS}
      where ${isStillDue(user)} and o.due <= ${dayAfter(dayAt(at.getTime(), timeZone), dueDays)}
        and (${dueOfAll} or ${ownedBy('mine', user)} or ${ownedBy('role', user)})
      order by o.due, o.case_key, o.receiver`,
  },
  assigned: {
    privileges: CASE_PRIVILEGES,
    // not by the user, who knows it then
    rows: ({ user, at }) => sql`
      select w.case_key || ' ' || w.step_no as subject, ${pathOfCase} as path,
        jsonb_build_object('caseNo', c.case_no, 'by', w.by_name) as facts, w.at as news_at
      from pv_case c
      join lateral (
        select * from case_workflow w where w.sponsor_key = c.sponsor_key and w.case_key = c.case_key
        order by w.step_no desc limit 1
      ) w on true
      where c.sponsor_key = ${user.sponsorKey} and c.latest and c.del_flag = 'N' and ${caseInScope(user)}
        and c.workflow_user_key = ${user.userKey} and w.user_key = ${user.userKey}
        and w.by_user_key is distinct from ${user.userKey} and w.at > ${newsSince(at)}
      order by w.at desc`,
  },
  stepTime: {
    privileges: CASE_PRIVILEGES,
    rows: ({ user, at }) => sql`
      select c.case_key || ' ' || c.workflow_status as subject, ${pathOfCase} || '/WF' as path,
        jsonb_build_object('caseNo', c.case_no, 'step', st.name, 'hours', st.maximum_hours) as facts,
        ${endOfStepTime('maximum')} as news_at
      from ${CASES_IN_STEPS}
      where c.sponsor_key = ${user.sponsorKey} and c.latest and ${CAN_LEAVE_STEP} and ${caseInScope(user)}
        and ${endOfStepTime('maximum')} <= ${at}::timestamptz
        and (st.alarm_owner and (${ownedBy('mine', user)} or ${ownedBy('claimable', user)})
          or exists (select from user_role ur where ur.sponsor_key = c.sponsor_key
            and ur.user_key = ${user.userKey} and ur.role_id = any(st.alarm_role_ids)))
      order by ${endOfStepTime('maximum')}`,
  },
  rejected: {
    privileges: SUBMISSION_PRIVILEGES,
    rows: (reading) => answeredReports(['rejected'], reading),
  },
  toDecide: {
    privileges: SUBMISSION_PRIVILEGES,
    rows: (reading) => answeredReports(STATES_TO_DECIDE, reading),
  },
  sync: {
    privileges: ['EDIT.SYNC'],
    rows: ({ user, at }) => sql`
      select l.study_key::text as subject, 'study-list/' || l.study_key || '/detail/sync/list' as path,
        jsonb_build_object('study', t.study_no, 'fresh', count(*) filter (where e.state = 'new'),
          'changed', count(*) filter (where e.state = 'changed'),
          'failed', count(*) filter (where e.state = 'failed'),
          'removed', count(*) filter (where e.state = 'removed')) as facts,
        max(e.changed_at) as news_at
      from ${eventRows(user)}
      where ${eventsInScope(user)} and e.state in ('new', 'changed', 'failed', 'removed') and e.remark is null
        and e.changed_at > ${newsSince(at)}
      group by l.study_key, t.study_no order by t.study_no`,
  },
  signIn: {
    privileges: ['EDIT.ADMIN'],
    // read from the failures, not from the alarm: where no mail server is set up they are seen here
    rows: ({ user, at }) => sql`
      select f.user_key::text as subject, 'user/' || f.user_key || '/detail' as path,
        jsonb_build_object('user', u.user_id, 'failures', max(f.failures), 'ip', max(f.ip)) as facts,
        max(f.at) as news_at
      from (
        select s.user_key, s.at, s.ip, count(*) over (partition by s.user_key order by s.at
          range between ${WITHIN_SECONDS} * interval '1 second' preceding and current row) as failures
        from sign_in_failure s
        join user_sponsor us on us.user_key = s.user_key and us.sponsor_key = ${user.sponsorKey}
        where s.at > ${newsSince(at)}
      ) f
      join app_user u on u.user_key = f.user_key
      where f.failures >= ${ALARM_AT}
      group by f.user_key, u.user_id order by news_at desc`,
  },
  difference: {
    privileges: ['EDIT.CASE'],
    // one for all of them, whose list has the rest; of their own codes users decide nothing
    rows: ({ user, catalogue: { whole } }) => sql`
      select 'all' as subject, 'coding/queue?step=decide' as path, jsonb_build_object('count', count(*)) as facts,
        max(s.second_at) as news_at
      from ${OPEN_DIFFERENCES}
      where s.sponsor_key = ${user.sponsorKey} and not w.blinded and w.item_id <> all(${hiddenCodings(whole, user)}::text[]) and ${caseInScope(user)}
        and not exists (select from app_user u
          where u.user_key = ${user.userKey} and u.user_id in (s.first_by, s.second_by))
      having count(*) > 0`,
  },
  accessReview: {
    privileges: ['EDIT.ADMIN'],
    // from the last signed review, or else from when the sponsor began to demand them
    rows: ({ user, at }) => sql`
      select 'all' as subject, 'access?part=reviews' as path, jsonb_build_object('months', d.months) as facts,
        d.due as news_at
      from (
        select r.months, make_interval(months => r.months) + coalesce(
          (select max(a.signed_at) from access_review a where a.sponsor_key = ${user.sponsorKey}),
          (select t.at from sponsor_setting t where t.sponsor_key = ${user.sponsorKey} and t.name = 'accounts')) as due
        from (select (s.account_rules ->> 'reviewMonths')::int as months from sponsor s
          where s.sponsor_key = ${user.sponsorKey}) r
      ) d
      where d.due <= ${at}::timestamptz`,
  },
  lastAdministrator: {
    privileges: [ADMINISTRATION],
    // while there is still a user who can change it
    rows: ({ user: { sponsorKey }, at, timeZone }) => {
      const today = dayAt(at.getTime(), timeZone);
      return sql`
        select to_char(l.day, 'YYYYMMDD') as subject, 'user' as path,
          jsonb_build_object('day', to_char(l.day + 1, 'YYYYMMDD')) as facts,
          (l.day - ${ADMINISTRATION_DAYS}::int)::timestamp at time zone ${timeZone} as news_at
        from ${lastDayOf({ sponsorKey, privilege: ADMINISTRATION }, today)} l
        where l.day <= ${today}::date + ${ADMINISTRATION_DAYS}::int`;
    },
  },
};
