/** What the list of users shows of their accounts, beside the items of their records. */
import { sql, type RawBuilder } from 'kysely';
import { USER_STATE } from '../../accounts/userState.store.ts';
import type { SourceColumn } from '../../lists/listSource.ts';

export const USER_TABLES: RawBuilder<unknown> = sql`record r
  join app_user u on u.user_key = r.record_key
  join user_sponsor us on us.sponsor_key = r.sponsor_key and us.user_key = r.record_key
  join sponsor sp on sp.sponsor_key = r.sponsor_key
  left join user_factor uf on uf.user_key = u.user_key`;

export const USER_COLUMNS: Readonly<Record<string, SourceColumn>> = {
  userState: { value: USER_STATE, notNull: true },
  accessSince: { value: sql`us.since`, notNull: true },
  lastSignIn: { value: sql`us.last_used_at` },
  secondFactorSince: { value: sql`uf.confirmed_at` },
};
