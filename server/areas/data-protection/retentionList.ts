/** Cases past the retention period that the sponsor has set, and those on legal hold, as a list: the dry run of a pseudonymisation. */
import { sql } from 'kysely';
import { personalItems } from '../../../shared/masking/maskContent.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { isPastRetention, type RetentionRule } from '../../retention/retentionRule.store.ts';

const VERSIONS = sql`pv_case v where v.sponsor_key = c.sponsor_key and v.root_case_key = c.root_case_key`;

const sourceBy = (rule: RetentionRule | null): ListSource => ({
  menuId: 'MU-AD-DP-RT',
  from: sql`pv_case c left join legal_hold h on h.sponsor_key = c.sponsor_key and h.root_case_key = c.root_case_key`,
  scope: ({
    user,
    now,
    catalogue: { whole },
  }) => sql<boolean>`c.sponsor_key = ${user.sponsorKey} and c.latest and ${caseInScope(user)}
    and (h.root_case_key is not null or ${rule ? isPastRetention(rule, whole, now) : sql`false`})`,
  key: sql`c.case_key`,
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    versionNo: { value: sql`c.version_no`, notNull: true },
    changedAt: { value: sql`c.updated_at`, notNull: true },
    hold: { value: sql`case when h.root_case_key is null then 'N' else 'Y' end`, notNull: true },
    holdReason: { value: sql`h.reason` },
    due: { value: sql`case when c.owed = '' then 'N' else 'Y' end`, notNull: true },
    // those that receivers get masked, too: the schema files say which items are personal
    personal: {
      value: ({ catalogue: { whole } }) => sql`(
        select count(*)::int from (select v.sponsor_key, v.case_key from ${VERSIONS}) v
          join case_page_row r on r.sponsor_key = v.sponsor_key and r.case_key = v.case_key
          cross join lateral jsonb_each(r.items) i
        where split_part(i.key, '|', 1) = any(${personalItems(whole)}::text[]) and i.value ->> 'v' is not null)`,
      notNull: true,
    },
    versions: { value: sql`(select count(*)::int from ${VERSIONS})`, notNull: true },
  },
  search: searchIn(sql`c.case_no`),
});

export const retentionList: ListSource = {
  // without the rule there are the cases on hold
  ...sourceBy(null),
  scopeTo: async (trx, { user }) => sourceBy((await settingOf(trx, user.sponsorKey, 'retention')).value),
};
