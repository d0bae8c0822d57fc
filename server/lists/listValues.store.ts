/** Values of items that lists are filtered by. Queries decide nothing. */
import { sql } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';

/** Before the id of the item, in the names of these projections. */
export const LIST_VALUES = 'listValues/';

/** Ids of the items whose values are kept of all cases. */
export async function findItemsWithListValues(trx: Trx, sponsorKey: number): Promise<Set<string>> {
  const found = await trx
    .selectFrom('projection_progress')
    .select('name')
    .where('sponsor_key', '=', sponsorKey)
    .where('name', 'like', `${LIST_VALUES}%`)
    .where('done', '=', true)
    .execute();
  return new Set(found.map(({ name }) => name.slice(LIST_VALUES.length)));
}

export const deleteValues = (trx: Trx, sponsorKey: number, itemId: string, caseKeys: readonly number[]) =>
  trx
    .deleteFrom('case_item_value')
    .where('sponsor_key', '=', sponsorKey)
    .where('item_id', '=', itemId)
    .where(sql<boolean>`case_key = any(${[...caseKeys]}::bigint[])`)
    .execute();

/** The values of the item in the documents of the cases, of rows that are not deleted. */
export const insertValues = (
  trx: Trx,
  sponsorKey: number,
  { whole, item }: { whole: Catalogue; item: CatalogueItem },
  caseKeys: readonly number[],
) =>
  sql`insert into case_item_value (sponsor_key, item_id, case_key, value_no, value, notation, listed)
    select r.sponsor_key, ${item.itemId}, r.case_key, row_number() over (partition by r.case_key order by r.row_no, e.key),
      e.value ->> 'v', e.value ->> 'n', c.latest and c.del_flag = 'N'
    from case_page_row r join pv_case c on c.sponsor_key = r.sponsor_key and c.case_key = r.case_key
    cross join lateral jsonb_each(r.items) e
    where r.sponsor_key = ${sponsorKey} and r.case_key = any(${[...caseKeys]}::bigint[])
      and ${isLiveValue(whole, item)} and e.value ->> 'v' is not null`.execute(trx);

/** Of a document `r` and an entry `e` of its items: is it a value of the item, in rows that are not deleted? */
export function isLiveValue(catalogue: Catalogue, item: CatalogueItem) {
  const isPageOfRows = catalogue.pages[item.page]?.kind === 'rows';
  // the first group of a page of rows is the document's own row
  const inner = isPageOfRows ? item.groups.slice(1) : item.groups;
  const notDeleted = inner.map((group) => {
    const depth = item.groups.indexOf(group) + 1;
    const numbers = [1, 2, 3].map((at) =>
      at <= depth ? sql`split_part(e.key, '|', ${sql.lit(at + 1)})` : sql`'0'`,
    );
    return sql`and not coalesce((r.rows -> (${group} || '|' || ${sql.join(numbers, sql` || '|' || `)}) ->> 'del')::boolean, false)`;
  });
  return sql<boolean>`r.page = ${item.page} and not r.deleted
    and split_part(e.key, '|', 1) = ${item.itemId} ${sql.join(notDeleted, sql` `)}`;
}
