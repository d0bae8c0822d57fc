/** What system administrators see of companies beside the items of their records: sponsors and users. */
import { sql, type RawBuilder } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource, SourceColumn } from '../../lists/listSource.ts';
import { USER_STATE } from '../../accounts/userState.store.ts';

const ofCompany = sql`from sponsor s where s.company_key = c.company_key`;

export const COMPANY_TABLES: RawBuilder<unknown> = sql`record r join company c on c.company_key = r.record_key`;

export const COMPANY_COLUMNS: Readonly<Record<string, SourceColumn>> = {
  sponsors: { value: sql`(select string_agg(s.name, ', ' order by s.name) ${ofCompany})` },
  users: {
    value: sql`(select count(distinct us.user_key)::int from sponsor s
      join user_sponsor us on us.sponsor_key = s.sponsor_key where s.company_key = c.company_key)`,
    notNull: true,
  },
  createdAt: { value: sql`c.created_at`, notNull: true },
};

/** The users of a company, each once for every sponsor as which it works. */
export const companyUserList: ListSource = {
  menuId: 'AD-MU-CO-US',
  from: sql`user_sponsor us join app_user u on u.user_key = us.user_key
    join sponsor sp on sp.sponsor_key = us.sponsor_key`,
  scope: ({ of }) => sql<boolean>`sp.company_key = ${of ?? 0}`,
  key: sql`u.user_key`,
  name: 'userId',
  columns: {
    userId: { value: sql`u.user_id`, notNull: true },
    userName: { value: sql`u.name`, notNull: true },
    email: { value: sql`u.email` },
    sponsor: { value: sql`sp.name`, notNull: true },
    roles: {
      value: sql`(select string_agg(r.name, ', ' order by r.name) from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        where ur.sponsor_key = us.sponsor_key and ur.user_key = us.user_key)`,
    },
    userState: { value: USER_STATE, notNull: true },
    accessSince: { value: sql`us.since`, notNull: true },
    lastSignIn: { value: sql`us.last_used_at` },
  },
  search: searchIn(sql`u.user_id || ' ' || u.name || ' ' || coalesce(u.email, '')`),
};
