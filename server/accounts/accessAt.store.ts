/** Who had which access at a moment, from the audit trail. It decides nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { dayAfter, dayAt, startOfDay } from '../../shared/dates/zonedDay.ts';
import { recordChain } from '../records/saveRecord.ts';
import { ACCOUNT_ENTRY as ACCOUNT, USER_STATE_ENTRY as LOCK } from './userAudit.ts';

/** When, and in which sponsor. */
export interface AccessMoment {
  kind: RecordKind;
  sponsorKey: number;
  at: Date;
  /** of `at`, by which start and end dates count */
  day: string;
  /** every access from then on to `at`, each with the row of its own; left out: the one at `at` */
  from?: { at: Date; timeZone: string };
}

const ITEM_ROLES = [
  'userName',
  'userRoles',
  'userSenders',
  'userProducts',
  'userStudies',
  'userUnblind',
  'userStart',
  'userEnd',
] as const;

/** The last moment of a day; a day to come ends now. */
export function endOfDay(
  day: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Pick<AccessMoment, 'at' | 'day'> {
  const today = dayAt(now.getTime(), timeZone);
  if (day >= today) return { at: now, day: today };
  return { at: new Date(startOfDay(dayAfter(day, 1), timeZone)), day };
}

/** The month (YYYYMM) until its last moment, or until now. */
export function wholeMonth(
  month: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Omit<AccessMoment, 'kind' | 'sponsorKey'> {
  const first = `${month}01`;
  const next = `${dayAfter(first, 31).slice(0, 6)}01`;
  return {
    ...endOfDay(dayAfter(next, -1), { now, timeZone }),
    from: { at: new Date(startOfDay(first, timeZone)), timeZone },
  };
}

/** A text with lines `NAME [KEY]`, as it is read. */
const names = (item: string): RawBuilder<string | null> =>
  sql`replace(regexp_replace(h.items ->> ${item}, ' \\[\\d+\\]$', '', 'gn'), e'\\n', ', ')`;

/**
 * For a `from`: `r`, the record of a user who was there by then, `m`, the moments at which the access is read, numbered from 1,
 * and `x`, the access. The last entry of the audit trail
 * before the moment says what an item was; without one the first entry after it says what it was before, and what never
 * changed is what it is now.
 */
export function accessAt({ kind, sponsorKey, at, day, from }: AccessMoment): RawBuilder<unknown> {
  const { scope } = recordChain({ sponsorKey, kind: kind.kind, recordKey: 0 });
  const items = [...ITEM_ROLES.map((role) => kind.catalogue.roles[role] ?? ''), LOCK, ACCOUNT];
  const entries = sql`audit_entry e
    join audit_save s on s.sponsor_key = e.sponsor_key and s.scope = e.scope and s.scope_key = e.scope_key
      and s.save_no = e.save_no
    where e.sponsor_key = r.sponsor_key and e.scope = ${scope} and e.scope_key = r.record_key and e.item_id = i.item_id`;
  const changes = sql`from audit_save s where s.sponsor_key = r.sponsor_key and s.scope = ${scope}
    and s.scope_key = r.record_key and exists (select from audit_entry e where e.sponsor_key = s.sponsor_key
      and e.scope = s.scope and e.scope_key = s.scope_key and e.save_no = s.save_no and e.item_id = any(${items}::text[]))`;
  const dayOf = (value: RawBuilder<unknown>) =>
    sql`to_char(${value} at time zone ${from?.timeZone ?? 'UTC'}, 'YYYYMMDD')`;
  const moments = from
    ? sql`select p.at, row_number() over (order by p.at) as no, ${dayOf(sql`p.at`)} as "fromDay",
        coalesce(${dayOf(sql`lead(p.at) over (order by p.at)`)}, ${day}::text) as "toDay"
      from (select greatest(${from.at}::timestamptz, us.since) as at
        union select greatest(s.at, us.since) ${changes} and s.at > ${from.at} and s.at <= ${at}) p`
    : sql`select ${at}::timestamptz as at, 1 as no, ${day}::text as "fromDay", ${day}::text as "toDay"`;
  return sql`record r
    join app_user u on u.user_key = r.record_key
    join user_sponsor us on us.sponsor_key = r.sponsor_key and us.user_key = r.record_key and us.since <= ${at}
    cross join lateral (${moments}) m
    cross join lateral (
      select jsonb_object_agg(i.name, case when b.found then b.value when a.found then a.value else (
        select p.items -> (i.item_id || '|0|0|0') ->> 'v' from record_page p where p.sponsor_key = r.sponsor_key
          and p.kind = r.kind and p.record_key = r.record_key and p.items ? (i.item_id || '|0|0|0') limit 1) end) as items
      from unnest(${[...ITEM_ROLES, LOCK, ACCOUNT]}::text[], ${items}::text[]) as i (name, item_id)
      left join lateral (select true as found, e.value from ${entries} and s.at <= m.at
        order by e.save_no desc, e.entry_no desc limit 1) b on true
      left join lateral (select true as found, e.old_value as value from ${entries} and s.at > m.at
        order by e.save_no, e.entry_no limit 1) a on true
    ) h
    cross join lateral (select coalesce(h.items ->> 'userName', u.name) as "userName", u.user_id as "userId",
      ${names('userRoles')} as roles, ${names('userSenders')} as senders, ${names('userProducts')} as products,
      ${names('userStudies')} as studies,
      case when h.items ->> 'userUnblind' = 'true' then 'Y' else 'N' end as unblind,
      h.items ->> 'userStart' as "startOn", h.items ->> 'userEnd' as "endOn", us.last_used_at as "lastSignIn",
      greatest(us.since, (select max(s.at) ${changes} and s.at <= m.at)) as since,
      case when h.items ->> ${ACCOUNT} = 'inactive' then 'deactivated'
        when h.items ->> ${LOCK} = 'locked' then 'locked' when h.items ->> 'userStart' > m."toDay" then 'notYet'
        when h.items ->> 'userEnd' < m."fromDay" then 'ended' else 'open' end as state) x`;
}
