/** Values of items that lists are filtered by. Queries decide nothing. */
import { sql } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import { PAIR_SEPARATOR, type ItemPair } from './itemPairs.ts';
import { itemRows } from './itemRows.ts';

/** Characters of a value that its indexed beginning (`short`) has. */
export const SHORT_LENGTH = 100;

/** Before the id of the item, in the names of these projections. */
export const LIST_VALUES = 'listValues/';

/** The items whose values are stored of all cases, by id, with the version of their projection. */
export async function findItemsWithListValues(trx: Trx, sponsorKey: number): Promise<Map<string, string>> {
  const found = await trx
    .selectFrom('projection_progress')
    .select(['name', 'version'])
    .where('sponsor_key', '=', sponsorKey)
    .where('name', 'like', `${LIST_VALUES}%`)
    .where('done', '=', true)
    .execute();
  return new Map(found.map(({ name, version }) => [name.slice(LIST_VALUES.length), version]));
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
  sql`insert into case_item_value (sponsor_key, item_id, case_key, row_key, value, null_flavor, notation, listed)
    select v.sponsor_key, ${item.itemId}, v.case_key, v.row_key, v.value, v.null_flavor, v.notation,
      c.latest and c.del_flag = 'N'
    from ${itemRows(whole, item)} v join pv_case c on c.sponsor_key = v.sponsor_key and c.case_key = v.case_key
    where v.sponsor_key = ${sponsorKey} and v.case_key = any(${[...caseKeys]}::bigint[])`.execute(trx);

/** The same of both items of a pair, of rows that have a value in both. */
export const insertPairs = (
  trx: Trx,
  sponsorKey: number,
  { whole, pair: { id, code, text } }: { whole: Catalogue; pair: ItemPair },
  caseKeys: readonly number[],
) =>
  sql`insert into case_item_value (sponsor_key, item_id, case_key, row_key, value, null_flavor, notation, listed)
    select v.sponsor_key, ${id}, v.case_key, v.row_key, k.value || ${PAIR_SEPARATOR}::text || coalesce(v.value, ''), null,
      v.notation, c.latest and c.del_flag = 'N'
    from ${itemRows(whole, text)} v
    join ${itemRows(whole, code)} k on k.sponsor_key = v.sponsor_key and k.case_key = v.case_key and k.row_key = v.row_key
    join pv_case c on c.sponsor_key = v.sponsor_key and c.case_key = v.case_key
    where v.sponsor_key = ${sponsorKey} and v.case_key = any(${[...caseKeys]}::bigint[])
      and k.sponsor_key = ${sponsorKey} and k.case_key = any(${[...caseKeys]}::bigint[])
      and k.value is not null and (v.value is not null or v.notation is not null)`.execute(trx);

/** Adds the texts of the cases that are new. */
export const insertTexts = (trx: Trx, sponsorKey: number, itemId: string, caseKeys: readonly number[]) =>
  sql`
    insert into case_item_text (sponsor_key, item_id, short, notation, goes_on)
    select distinct v.sponsor_key, v.item_id, n.short, n.notation, n.goes_on
    from case_item_value v
    cross join lateral (
      select coalesce(v.short, '') as short, coalesce(left(v.notation, ${sql.lit(SHORT_LENGTH)}), '') as notation,
        greatest(char_length(v.value), char_length(v.notation)) > ${sql.lit(SHORT_LENGTH)} as goes_on
    ) n
    where v.sponsor_key = ${sponsorKey} and v.item_id = ${itemId} and v.case_key = any(${[...caseKeys]}::bigint[])
      and (v.value is not null or v.notation is not null)
      and not exists (
        select from case_item_text t
        where t.sponsor_key = v.sponsor_key and t.item_id = v.item_id and t.short = n.short
          and t.notation = n.notation and t.goes_on = n.goes_on)`.execute(trx);

export const deleteTexts = (trx: Trx, sponsorKey: number, itemId: string) =>
  trx
    .deleteFrom('case_item_text')
    .where('sponsor_key', '=', sponsorKey)
    .where('item_id', '=', itemId)
    .execute();
