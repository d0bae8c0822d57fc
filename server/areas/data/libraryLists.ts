/** The lists of the library: its entries, and what was changed in one. */
import { sql } from 'kysely';
import type { ListCode } from '../../../schemas/compile/lists.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { Chain } from '../../audit/auditEntry.ts';
import { auditList } from '../../audit/auditList.ts';
import { FLAG_CODES } from '../../audit/auditWords.ts';
import { libraryEntry, productEntries } from '../../case-query/library.ts';
import { holdsFolded } from '../../storage/foldedSql.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import layoutCodes from './layoutCodes.json' with { type: 'json' };
import words from './words.json' with { type: 'json' };

/** menu id of the audit trail of an entry */
export const LIBRARY_PAGE = 'MU-DT-LB-AT';

export const libraryChain = (sponsorKey: number, libraryKey: number): Chain => ({
  sponsorKey,
  scope: 'library',
  scopeKey: libraryKey,
});

const known: Record<string, LocalizedText | undefined> = words;

const codesOfParts: Record<string, readonly ListCode[] | undefined> = {
  ...layoutCodes,
  shared: FLAG_CODES,
  delFlag: FLAG_CODES,
};

/** Groups that a file has the rows of. */
const groupCodes = ({ catalogue: { whole } }: ListReading): ListCode[] =>
  Object.values(whole.groups).map(({ group, label }) => ({ code: group, label }));

export const libraryAuditList = auditList({
  menuId: LIBRARY_PAGE,
  // key 0 has no trail: the columns are asked for without an entry
  chainOf: async (trx, reading) => {
    const { user, catalogue, of = 0 } = reading;
    if (of !== 0) await libraryEntry(trx, catalogue, reading, of);
    return libraryChain(user.sponsorKey, of);
  },
  wordsOf: (_trx, { language }, named) =>
    Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id)),
  codesOf: (reading, itemId) => (itemId === 'block' ? groupCodes(reading) : (codesOfParts[itemId] ?? null)),
});

/** Stored entries, and those that come with the product. */
const entries = ({ catalogue, language, user }: ListReading) => {
  const ofProduct = productEntries(catalogue, language);
  const column = <T>(of: (entry: (typeof ofProduct)[number]) => T): T[] => ofProduct.map(of);
  return sql`(
    select l.sponsor_key, l.library_key, l.name, l.description, l.shared, l.version_no, l.changed_at, l.changed_by,
      u.name as owner_name, l.user_key, l.del_flag
    from search_library l join app_user u on u.user_key = l.user_key
    union all
    select ${user.sponsorKey}::int, p.library_key, p.name, p.description, true, 1, null, null, null, null, 'N'
    from unnest(${column(({ libraryKey }) => libraryKey)}::bigint[], ${column(({ name }) => name)}::text[],
      ${column(({ description }) => description)}::text[]) as p (library_key, name, description)
  ) l`;
};

export const libraryList: ListSource = {
  menuId: 'MU-DT-LB',
  from: entries,
  scope: ({ user }) =>
    sql<boolean>`l.sponsor_key = ${user.sponsorKey} and l.del_flag = 'N'
      and (l.user_key = ${user.userKey} or l.shared)`,
  key: sql<number>`l.library_key`,
  name: 'name',
  columns: {
    name: { value: sql`l.name`, notNull: true },
    description: { value: sql`nullif(l.description, '')` },
    kind: {
      value: ({ user }) =>
        sql`case when l.user_key is null then 'product' when l.user_key = ${user.userKey} then 'own' else 'shared' end`,
      notNull: true,
    },
    shared: { value: sql`case when l.shared then 'Y' else 'N' end`, notNull: true },
    owner: { value: sql`l.owner_name` },
    version: { value: sql`l.version_no`, notNull: true },
    changedAt: { value: sql`l.changed_at` },
    changedBy: { value: sql`l.changed_by` },
  },
  search: searchIn(sql`concat_ws(' ', l.name, l.description, l.owner_name)`),
  presetFilter: ({ exclude, find }) => {
    const conditions = [
      ...(exclude === 'Y' ? [sql`l.user_key is not null`] : []),
      ...(typeof find === 'string' && find.trim() !== ''
        ? [holdsFolded(sql`concat_ws(' ', l.name, l.description)`, fold(find))]
        : []),
    ];
    return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  },
  open: { path: ({ rowKey }) => `data/library/${rowKey}/detail` },
};
