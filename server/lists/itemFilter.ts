/** Filters of columns that are items of the case. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { isLiveValue } from '../case-record/index.ts';
import type { FilterEntry } from '../storage/tables.ts';
import { textPasses } from './filterSql.ts';

export interface ItemFilter {
  catalogue: Catalogue;
  /** alias with the keys of the case */
  alias: string;
  /** are the item's values kept by themselves? Else its documents are read. */
  kept: boolean;
}

/** Does any row of the item that is not struck pass? */
export function itemPasses(
  item: CatalogueItem,
  entries: readonly FilterEntry[],
  { catalogue, alias, kept }: ItemFilter,
): RawBuilder<boolean> {
  const [sponsor, key] = [sql.ref(`${alias}.sponsor_key`), sql.ref(`${alias}.case_key`)];
  const anyPasses = (value: RawBuilder<string | null>, notation: RawBuilder<string | null>) =>
    item.notation
      ? sql<boolean>`(${textPasses(value, entries)} or ${textPasses(notation, entries)})`
      : textPasses(value, entries);
  return kept
    ? sql<boolean>`exists (select from case_item_value v
        where v.sponsor_key = ${sponsor} and v.case_key = ${key} and v.item_id = ${item.itemId}
          and ${anyPasses(comparesWhole(entries) ? sql`v.short` : sql`v.value`, sql`v.notation`)})`
    : sql<boolean>`exists (select from case_page_row r cross join lateral jsonb_each(r.items) e
        where r.sponsor_key = ${sponsor} and r.case_key = ${key} and ${isLiveValue(catalogue, item)}
          and ${anyPasses(sql`(e.value ->> 'v')`, sql`(e.value ->> 'n')`)})`;
}

/** Codes and dates are compared from their beginning: an index has them. */
const comparesWhole = (entries: readonly FilterEntry[]): boolean =>
  entries.every(
    ({ filterType, valueCode2 = '' }) =>
      filterType === 'CHECK' ||
      filterType === 'BETWEEN_DATE' ||
      filterType === 'BETWEEN_DATE_TIME' ||
      (filterType === 'LIKE_CHECK' && valueCode2 === ''),
  );
