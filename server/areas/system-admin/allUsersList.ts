/** The users of all sponsors as a list for system administrators. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';

export const allUsersList: ListSource = {
  menuId: 'AD-MU-US',
  from: sql`app_user u`,
  scope: () => sql<boolean>`true`,
  key: sql`u.user_key`,
  name: 'userId',
  columns: {
    userId: { value: sql`u.user_id`, notNull: true },
    userName: { value: sql`u.name`, notNull: true },
    email: { value: sql`u.email` },
    sponsors: {
      value: sql`(select string_agg(s.name, ', ' order by s.name) from user_sponsor us
        join sponsor s on s.sponsor_key = us.sponsor_key where us.user_key = u.user_key)`,
    },
    roles: {
      value: sql`(select string_agg(s.name || ': ' || r.name, ', ' order by s.name, r.name) from user_role ur
        join role r on r.sponsor_key = ur.sponsor_key and r.role_id = ur.role_id and r.del_flag = 'N'
        join sponsor s on s.sponsor_key = ur.sponsor_key where ur.user_key = u.user_key)`,
    },
    systemAdmin: { value: sql`case when u.is_system_admin then 'Y' else 'N' end`, notNull: true },
    active: { value: sql`case when u.active then 'Y' else 'N' end`, notNull: true },
    lastSignIn: {
      value: sql`(select max(x.created_at) from session x where x.user_key = u.user_key)`,
    },
    createdAt: { value: sql`u.created_at`, notNull: true },
  },
  search: searchIn(sql`u.user_id || ' ' || u.name || ' ' || coalesce(u.email, '')`),
  open: { path: ({ rowKey }) => `user/${rowKey}/detail` },
};
