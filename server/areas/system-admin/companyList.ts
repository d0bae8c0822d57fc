/** All companies as a list for system administrators. The tables of tenants themselves are of no tenant. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { foldedSql } from '../../storage/foldedSql.ts';

const ofCompany = sql`from sponsor s where s.company_key = c.company_key`;

export const companyList: ListSource = {
  menuId: 'AD-MU-CO',
  from: sql`company c`,
  scope: () => sql<boolean>`true`,
  key: sql`c.company_key`,
  name: 'company',
  columns: {
    company: { value: sql`c.name`, notNull: true },
    clientType: { value: sql`c.client_type`, notNull: true },
    country: { value: sql`upper(c.country)` },
    sponsors: { value: sql`(select string_agg(s.name, ', ' order by s.name) ${ofCompany})` },
    users: {
      value: sql`(select count(distinct us.user_key)::int from sponsor s
        join user_sponsor us on us.sponsor_key = s.sponsor_key where s.company_key = c.company_key)`,
      notNull: true,
    },
    createdAt: { value: sql`c.created_at`, notNull: true },
  },
  search: searchIn(foldedSql(sql`c.name`)),
};
