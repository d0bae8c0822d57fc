/** The list of the records of a kind. */
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { ListColumnSource } from '../../../schemas/compile/lists.ts';
import { searchInFolded } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';
import { limitOf } from '../../records/recordAccess.ts';
import { COMPANY_COLUMNS, COMPANY_TABLES } from './companyLists.ts';
import { SYNONYM_COLUMNS, synonymTables } from './synonymList.ts';
import { USER_COLUMNS, USER_TABLES } from './userList.ts';

const texts = (itemId: string) => sql`coalesce(r.columns -> ${itemId}::text, '[]')`;

const parts = (itemId: string): RawBuilder<readonly string[]> =>
  sql`array(select jsonb_array_elements_text(${texts(itemId)}))`;

const joined = (itemId: string): RawBuilder<string | null> =>
  sql`nullif(array_to_string(${parts(itemId)}, '; '), '')`;

/** A column of an item, from its texts in the row of the record. */
function itemColumn({
  column,
  codes,
  kind,
  filterType,
}: Pick<ListColumnSource, 'column' | 'codes' | 'kind' | 'filterType'>): SourceColumn {
  if (codes)
    return {
      value: parts(column),
      order: joined(column),
      oneOf: (wanted) => sql<boolean>`${texts(column)} ?| ${[...wanted]}::text[]`,
    };
  if (kind !== 'text' && filterType === 'BETWEEN_NUMERIC')
    return {
      value: sql`case when ${joined(column)} ~ '^[-+]?[0-9]+([.][0-9]+)?$' then ${joined(column)}::numeric::float8 end`,
    };
  return { value: joined(column) };
}

/** Columns of every list of records, besides those of items. */
const OWN: Readonly<Record<string, SourceColumn>> = {
  recordState: { value: sql`r.state`, notNull: true },
  recordVersion: { value: sql`r.version_no`, notNull: true },
  updatedAt: { value: sql`r.retrieved_at`, notNull: true },
  updatedBy: { value: sql`r.updated_by`, notNull: true },
};

/** Kinds whose lists show facts beside those of records: tables and columns. */
const SUPPLIED: Readonly<
  Record<string, { from: ListSource['from']; columns: Readonly<Record<string, SourceColumn>> }>
> = {
  user: { from: USER_TABLES, columns: USER_COLUMNS },
  company: { from: COMPANY_TABLES, columns: COMPANY_COLUMNS },
  synonym: { from: synonymTables, columns: SYNONYM_COLUMNS },
};

const suppliedTo = ({ kind }: RecordKind): Readonly<Record<string, SourceColumn>> => ({
  ...OWN,
  ...SUPPLIED[kind]?.columns,
});

/** The kind as the sponsor of the reader has published it. */
const inUse = ({ catalogue }: ListReading, { kind }: RecordKind): RecordKind | undefined =>
  catalogue.whole.records[kind];

/** `kind`: as the product has it; items that a sponsor adds are columns, too. */
export const recordList = (kind: RecordKind, described: readonly ListColumnSource[]): ListSource => ({
  menuId: kind.menuId,
  from: SUPPLIED[kind.kind]?.from ?? sql`record r`,
  scope: (reading) => {
    const limit = limitOf(inUse(reading, kind) ?? kind, reading.user);
    return sql<boolean>`r.sponsor_key = ${reading.user.sponsorKey} and r.kind = ${kind.kind}
      and ${limit === null ? sql`true` : sql`r.record_key = any(${[...limit]}::int[])`}`;
  },
  key: sql`r.record_key`,
  name: kind.nameItem,
  columns: {
    ...suppliedTo(kind),
    ...Object.fromEntries(
      described
        .filter(({ column }) => !suppliedTo(kind)[column])
        .map((column) => [column.column, itemColumn(column)]),
    ),
    [kind.nameItem]: { value: sql`r.name`, notNull: true },
  },
  otherColumn: itemColumn,
  search: searchInFolded(sql`r.search`),
  // users and companies are never deleted
  ...(kind.privilege === 'CASE_INFO' && {
    deleted: sql<boolean>`r.del_flag = 'Y'`,
    notDeleted: sql<boolean>`r.del_flag = 'N'`,
  }),
  open: { path: ({ rowKey }) => `${kind.path}/${rowKey}/${kind.detail}` },
});
