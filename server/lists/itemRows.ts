/** The rows of an item in the documents of cases, as a table in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

/**
 * After `from`: `sponsor_key`, `case_key`, `row_key` (the row numbers, joined by `|`), `value`, `null_flavor` and `notation`
 * of the item, in rows that are not deleted. Of a group with rows of its own, every row has an entry, also without a value.
 */
export function itemRows(catalogue: Catalogue, item: CatalogueItem): RawBuilder<unknown> {
  const { itemId, page, groups } = item;
  const isPageOfRows = catalogue.pages[page]?.kind === 'rows';
  // the first group of a page of rows is the document's own row
  const inner = isPageOfRows ? groups.slice(1) : groups;
  const innermost = inner.at(-1);
  const selection = sql`r.sponsor_key, r.case_key, e.row_key, e.stored ->> 'v' as value,
    e.stored ->> 'nf' as null_flavor, e.stored ->> 'n' as notation`;
  const ofPage = sql`r.page = ${page} and not r.deleted`;
  const given = sql`(e.stored ->> 'v' is not null or e.stored ->> 'nf' is not null)`;
  if (innermost === undefined) {
    const rowKey = isPageOfRows ? sql`r.row_no || '|0|0'` : sql`'0|0|0'`;
    return sql`(select ${selection} from case_page_row r
      cross join lateral (select ${rowKey} as row_key, r.items -> (${`${itemId}|`} || ${rowKey}) as stored) e
      where ${ofPage} ${isPageOfRows ? sql`` : sql`and ${given}`})`;
  }
  const isLive = liveRows(groups, inner);
  // the rows of a group that borrows them are elsewhere: only what has a value is known here
  if (catalogue.groups[innermost]?.rowsOf)
    return sql`(select ${selection} from case_page_row r
      cross join lateral (select substr(i.key, ${itemId.length + 2}) as row_key, i.value as stored
        from jsonb_each(r.items) i where starts_with(i.key, ${`${itemId}|`})) e
      where ${ofPage} and ${given} ${isLive})`;
  return sql`(select ${selection} from case_page_row r
    cross join lateral (select n.row_key, r.items -> (${`${itemId}|`} || n.row_key) as stored
      from (select substr(k.key, ${innermost.length + 2}) as row_key from jsonb_each(r.rows) k
        where starts_with(k.key, ${`${innermost}|`})) n) e
    where ${ofPage} ${isLive})`;
}

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
