/** Who read which case, as a list. Users with limits see the reads of the cases that they may see. */
import { sql } from 'kysely';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';

export const caseReadsList: ListSource = {
  menuId: 'MU-AD-DP',
  from: sql`case_read r
    join pv_case v on v.sponsor_key = r.sponsor_key and v.case_key = r.case_key
    join pv_case c on c.sponsor_key = v.sponsor_key and c.root_case_key = v.root_case_key and c.latest`,
  scope: ({ user }) => sql<boolean>`r.sponsor_key = ${user.sponsorKey} and ${caseInScope(user)}`,
  key: sql`r.read_no`,
  name: 'caseNo',
  columns: {
    at: { value: sql`r.at`, notNull: true },
    caseNo: { value: sql`v.case_no`, notNull: true },
    versionNo: { value: sql`v.version_no`, notNull: true },
    userName: { value: sql`r.user_name`, notNull: true },
    userId: { value: sql`r.user_id`, notNull: true },
    kind: { value: sql`r.kind`, notNull: true },
    support: { value: sql`case when r.support then 'Y' else 'N' end`, notNull: true },
  },
  search: searchIn(sql`v.case_no || ' ' || r.user_name || ' ' || r.user_id`),
};
