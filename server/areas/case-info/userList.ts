/** What the list of users shows of their accounts, beside the items of their records. */
import { sql, type RawBuilder } from 'kysely';
import type { SourceColumn } from '../../lists/listSource.ts';

/** Of `us`, the part of a user in a sponsor, and `u`, the account. */
export const USER_STATE = sql<string>`case when us.locked_at is not null then 'locked'
  when us.end_on < (now() at time zone sp.time_zone)::date then 'ended'
  when us.start_on > (now() at time zone sp.time_zone)::date then 'notYet'
  when u.password_hash is null then 'invited' else 'active' end`;

export const USER_TABLES: RawBuilder<unknown> = sql`record r
  join app_user u on u.user_key = r.record_key
  join user_sponsor us on us.sponsor_key = r.sponsor_key and us.user_key = r.record_key
  join sponsor sp on sp.sponsor_key = r.sponsor_key`;

export const USER_COLUMNS: Readonly<Record<string, SourceColumn>> = {
  userState: { value: USER_STATE, notNull: true },
  accessSince: { value: sql`us.since`, notNull: true },
  lastSignIn: { value: sql`us.last_used_at` },
};
