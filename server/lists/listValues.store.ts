/** Values of items that lists are filtered by. Queries decide nothing. */
import { sql } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import { itemRows } from './itemRows.ts';

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

/** What the documents of the cases hold of the item, in rows that are not deleted. */
export const insertValues = (
  trx: Trx,
  sponsorKey: number,
  { whole, item }: { whole: Catalogue; item: CatalogueItem },
  caseKeys: readonly number[],
) =>
  sql`insert into case_item_value (sponsor_key, item_id, case_key, value_no, row_key, value, null_flavor, notation, listed)
    select v.sponsor_key, ${item.itemId}, v.case_key, row_number() over (partition by v.case_key order by v.row_key),
      v.row_key, v.value, v.null_flavor, v.notation, c.latest and c.del_flag = 'N'
    from ${itemRows(whole, item)} v join pv_case c on c.sponsor_key = v.sponsor_key and c.case_key = v.case_key
    where v.sponsor_key = ${sponsorKey} and v.case_key = any(${[...caseKeys]}::bigint[])`.execute(trx);
