/** The rows of an item in the documents of cases, as a table in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

/**
 * After `from`: `sponsor_key`, `case_key`, `row_key` (the row numbers, joined by `|`), `value`, `null_flavor` and `notation`
 * of the item, in rows that are not deleted. Of a group every row has an entry, also without a value.
 */
export function itemRows(
  catalogue: Catalogue,
  item: Pick<CatalogueItem, 'itemId' | 'page' | 'groups'>,
): RawBuilder<unknown> {
  const { itemId, page, groups } = item;
  const isPageOfRows = catalogue.pages[page]?.kind === 'rows';
  // the first group of a page of rows is the document's own row
  const inner = isPageOfRows ? groups.slice(1) : groups;
  const innermost = inner.at(-1);
  const selection = sql`r.sponsor_key, r.case_key, e.row_key, e.stored ->> 'v' as value,
    e.stored ->> 'nf' as null_flavor, e.stored ->> 'n' as notation`;
  const ofPage = sql`r.page = ${page} and not r.deleted`;
  const given = sql`(e.stored ->> 'v' is not null or e.stored ->> 'nf' is not null)`;
  const rowKey = isPageOfRows ? sql`r.row_no || '|0|0'` : sql`'0|0|0'`;
  if (innermost === undefined)
    return sql`(select ${selection} from case_page_row r
      cross join lateral (select ${rowKey} as row_key, r.items -> (${`${itemId}|`} || ${rowKey}) as stored) e
      where ${ofPage} ${isPageOfRows ? sql`` : sql`and ${given}`})`;
  const isLive = sql`${liveRows(groups, inner)} ${liveLenders(catalogue, groups.slice(0, -1))}`;
  const lender = lenderOf(catalogue, innermost);
  if (!lender)
    return sql`(select ${selection} from case_page_row r
      cross join lateral (select n.row_key, r.items -> (${`${itemId}|`} || n.row_key) as stored
        from (${rowKeysIn(innermost)}) n) e
      where ${ofPage} ${isLive})`;
  // the rows are those of another group, once in each row around them
  const around = inner.at(-2);
  const key = sql.join(
    [1, 2, 3].map((at) => {
      if (at === groups.length) return sql`split_part(l.row_key, '|', 1)`;
      return at < groups.length ? sql`split_part(o.row_key, '|', ${sql.lit(at)})` : sql`'0'`;
    }),
    sql` || '|' || `,
  );
  return sql`(select ${selection} from case_page_row r
    cross join lateral (${around === undefined ? sql`select ${rowKey} as row_key` : rowKeysIn(around)}) o
    join ${lender} l on l.sponsor_key = r.sponsor_key and l.case_key = r.case_key
    cross join lateral (select n.row_key, r.items -> (${`${itemId}|`} || n.row_key) as stored
      from (select ${key} as row_key) n) e
    where ${ofPage} ${isLive})`;
}

/** The keys of the rows of a group inside of a document `r`. */
const rowKeysIn = (group: string): RawBuilder<unknown> =>
  sql`select substr(k.key, ${group.length + 2}) as row_key from jsonb_each(r.rows) k
    where starts_with(k.key, ${`${group}|`})`;

/** The rows that the group borrows, as a table; null: it has rows of its own. */
function lenderOf(catalogue: Catalogue, group: string): RawBuilder<unknown> | null {
  const lender = catalogue.groups[catalogue.groups[group]?.rowsOf ?? ''];
  return lender ? itemRows(catalogue, { itemId: '', page: lender.page, groups: lender.groups }) : null;
}

/**
 * Of a document `r` and the row key of an entry `e`: no row that a group around it borrows is deleted. Without the offset the
 * planner would join the rows of all cases.
 */
const liveLenders = (catalogue: Catalogue, around: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    around.map((group, index) => {
      const lender = lenderOf(catalogue, group);
      return lender
        ? sql`and exists (select from ${lender} l where l.sponsor_key = r.sponsor_key and l.case_key = r.case_key
            and split_part(l.row_key, '|', 1) = split_part(e.row_key, '|', ${sql.lit(index + 1)}) offset 0)`
        : sql``;
    }),
    sql` `,
  );

/** Of a document `r` and the row key of an entry `e`: neither the row nor one that it is in is deleted. */
const liveRows = (groups: readonly string[], inner: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    inner.map((group) => {
      const depth = groups.indexOf(group) + 1;
      const numbers = [1, 2, 3].map((at) =>
        at <= depth ? sql`split_part(e.row_key, '|', ${sql.lit(at)})` : sql`'0'`,
      );
      return sql`and not coalesce((r.rows -> (${`${group}|`} || ${sql.join(numbers, sql` || '|' || `)}) ->> 'del')::boolean, false)`;
    }),
    sql` `,
  );
