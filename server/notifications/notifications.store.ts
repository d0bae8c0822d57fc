/** Queries of notifications. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import {
  NOTIFICATION_KINDS,
  USUAL_RULES,
  withAllKinds,
  type NotificationRules,
} from '../../shared/notifications/notifications.ts';
import { itemRightColumns } from '../accounts/itemRights.store.ts';
import { scopeColumns, scopeOf, type ScopeColumns } from '../accounts/scope.store.ts';
import type { Trx } from '../storage/database.ts';
import { KINDS, type NotificationReading, type NotifiedUser } from './kinds.store.ts';

/** Of a kind; more would not be read. */
const MAX_OF_KIND = 100;

type Key = Pick<NotifiedUser, 'sponsorKey' | 'userKey'>;

/** Brings the notifications of the user to what waits now. What newer things happened to counts as not read. */
export async function refreshNotifications(trx: Trx, reading: NotificationReading): Promise<void> {
  const { user, rules, at } = reading;
  const kinds = NOTIFICATION_KINDS.filter(
    (kind) => rules.kinds[kind].on && hasAnyPrivilege(user.privileges, KINDS[kind].privileges),
  );
  const none = sql`select null::text as kind, null::text as subject, null::jsonb as facts, null::text as path,
    null::timestamptz as news_at where false`;
  const found = kinds.map(
    (kind) => sql`(select ${kind}::text as kind, f.subject, f.facts, f.path, f.news_at
      from (${KINDS[kind].rows(reading)}) f limit ${MAX_OF_KIND})`,
  );
  await sql`
    with found as (${sql.join([none, ...found], sql` union all `)}),
    over as (
      delete from notification n where n.sponsor_key = ${user.sponsorKey} and n.user_key = ${user.userKey}
        and not exists (select from found f where f.kind = n.kind and f.subject = n.subject)
    )
    insert into notification as n (sponsor_key, user_key, kind, subject, facts, path, news_at, at)
    select ${user.sponsorKey}::int, ${user.userKey}::int, kind, subject, facts, path, news_at, ${at}::timestamptz from found
    on conflict (sponsor_key, user_key, kind, subject) do update set
      facts = excluded.facts, news_at = excluded.news_at,
      at = case when excluded.news_at > n.news_at then excluded.at else n.at end,
      read_at = case when excluded.news_at > n.news_at then null else n.read_at end,
      mailed_at = case when excluded.news_at > n.news_at then null else n.mailed_at end
    where n.facts <> excluded.facts or n.news_at <> excluded.news_at`.execute(trx);
}

const ofUser = (trx: Trx, { sponsorKey, userKey }: Key) =>
  trx.selectFrom('notification').where('sponsor_key', '=', sponsorKey).where('user_key', '=', userKey);

/** Those not read first, of each half the newest first. */
export const findNotifications = (trx: Trx, key: Key) =>
  ofUser(trx, key)
    .select(['notification_key', 'kind', 'facts', 'path', 'at', 'read_at'])
    .orderBy(sql`read_at is not null`)
    .orderBy('at', 'desc')
    .orderBy('notification_key')
    .execute();

/** Neither read nor mailed. */
export const findUnmailed = (trx: Trx, key: Key) =>
  ofUser(trx, key)
    .select(['notification_key', 'kind', 'at'])
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .orderBy('notification_key')
    .execute();

const change = (trx: Trx, { sponsorKey, userKey }: Key) =>
  trx.updateTable('notification').where('sponsor_key', '=', sponsorKey).where('user_key', '=', userKey);

/** null: all */
export async function markRead(trx: Trx, key: Key, notificationKey: number | null, at: Date): Promise<void> {
  await change(trx, key)
    .set({ read_at: at })
    .where('read_at', 'is', null)
    .$if(notificationKey !== null, (query) => query.where('notification_key', '=', notificationKey))
    .execute();
}

export async function markMailed(trx: Trx, key: Key, keys: readonly number[], at: Date): Promise<void> {
  // as one parameter: a statement has no more than 65,535
  const isOne = sql<boolean>`notification_key = any(${[...keys]}::bigint[])`;
  await change(trx, key).set({ mailed_at: at }).where(isOne).execute();
}

export async function findRules(trx: Trx, { sponsorKey, userKey }: Key): Promise<NotificationRules> {
  const found = await trx
    .selectFrom('notification_rules')
    .select('rules')
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return withAllKinds(found?.rules ?? USUAL_RULES);
}

export async function putRules(
  trx: Trx,
  { sponsorKey, userKey }: Key,
  rules: NotificationRules,
): Promise<void> {
  const stored = JSON.stringify(rules);
  await trx
    .insertInto('notification_rules')
    .values({ sponsor_key: sponsorKey, user_key: userKey, rules: stored })
    .onConflict((same) => same.columns(['sponsor_key', 'user_key']).doUpdateSet({ rules: stored }))
    .execute();
}

export interface MailedUser extends NotifiedUser {
  email: string;
  rules: NotificationRules;
  /** of the sponsor */
  timeZone: string;
}

/** Users who may sign in to the sponsor now and have an address, with their rules. */
export async function findMailedUsers(trx: Trx, sponsorKey: number, now: Date): Promise<MailedUser[]> {
  const { rows } = await sql<
    ScopeColumns & {
      user_key: number;
      email: string;
      privileges: string[];
      rules: NotificationRules | null;
      time_zone: string;
      hidden: string[];
    }
  >`
    select u.user_key, u.email, r.rules, sp.time_zone, ${sql.join([
      ...scopeColumns('us.sponsor_key', 'u.user_key'),
      ...itemRightColumns('us.sponsor_key', 'u.user_key'),
    ])},
      array(select distinct p.priv_id from user_role ur
        join role o on o.sponsor_key = ur.sponsor_key and o.role_id = ur.role_id and o.del_flag = 'N'
        join role_privilege p on p.sponsor_key = ur.sponsor_key and p.role_id = ur.role_id
        where ur.sponsor_key = us.sponsor_key and ur.user_key = us.user_key) as privileges
    from user_sponsor us
    join sponsor sp on sp.sponsor_key = us.sponsor_key
    join app_user u on u.user_key = us.user_key and u.active and u.email is not null
    left join notification_rules r on r.sponsor_key = us.sponsor_key and r.user_key = us.user_key
    where us.sponsor_key = ${sponsorKey}
      and takes_part(us, ${now}::timestamptz)
    order by u.user_key`.execute(trx);
  return rows.map(({ user_key, email, privileges, rules, time_zone: timeZone, hidden, ...scope }) => ({
    sponsorKey,
    userKey: user_key,
    email,
    timeZone,
    privileges,
    hidden,
    rules: withAllKinds(rules ?? USUAL_RULES),
    ...scopeOf(scope),
  }));
}
