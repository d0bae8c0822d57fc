/** Filters of columns that are items of the case. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import { holdsFolded } from '../storage/foldedSql.ts';
import type { FilterEntry } from '../storage/tables.ts';
import { countOf, textPasses, typedText } from './filterSql.ts';
import { itemRows } from './itemRows.ts';

export interface ItemFilter {
  catalogue: Catalogue;
  /** alias with the keys of the case */
  alias: string;
  /** whether its values are stored as list values; otherwise its documents are read */
  hasListValues: boolean;
}

/** Whether any row of the item that is not deleted passes. */
export function itemPasses(
  item: CatalogueItem,
  entries: readonly FilterEntry[],
  { catalogue, alias, hasListValues }: ItemFilter,
): RawBuilder<boolean> {
  const [sponsor, key] = [sql.ref(`${alias}.sponsor_key`), sql.ref(`${alias}.case_key`)];
  return hasListValues
    ? sql<boolean>`exists (select from case_item_value v
        where v.sponsor_key = ${sponsor} and v.case_key = ${key} and ${listValuePasses(item, entries)})`
    : sql<boolean>`exists (select from ${itemRows(catalogue, item)} v
        where v.sponsor_key = ${sponsor} and v.case_key = ${key}
          and ${anyPasses(item, entries, sql`v.value`)})`;
}

/** Counts the listed cases that pass by list values alone, which the item must have. */
export const countItemPasses = (
  trx: Trx,
  sponsorKey: number,
  item: CatalogueItem,
  entries: readonly FilterEntry[],
): Promise<number> =>
  // a distinct subquery is read from the index; count(distinct) would sort
  countOf(
    trx,
    sql`(select distinct v.case_key from case_item_value v
      where v.sponsor_key = ${sponsorKey} and v.listed and ${listValuePasses(item, entries)}) passing`,
  );

const listValuePasses = (item: CatalogueItem, entries: readonly FilterEntry[]): RawBuilder<boolean> =>
  sql<boolean>`v.item_id = ${item.itemId}
    and ${anyPasses(item, entries, comparesWhole(entries) ? sql`v.short` : sql`v.value`)}`;

function anyPasses(
  { notation: hasNotation, nullFlavors }: CatalogueItem,
  entries: readonly FilterEntry[],
  value: RawBuilder<string | null>,
): RawBuilder<boolean> {
  const text = typedText(entries);
  const ways = [
    textPasses(value, entries),
    ...(hasNotation ? [textPasses(sql`v.notation`, entries)] : []),
    // as the cells have it
    ...(nullFlavors.length > 0 && text !== null ? [holdsFolded(sql`'[' || v.null_flavor || ']'`, text)] : []),
  ];
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** Codes and dates are compared from their beginning, which an index supports. */
const comparesWhole = (entries: readonly FilterEntry[]): boolean =>
  entries.every(
    ({ filterType, valueCode2 = '' }) =>
      filterType === 'CHECK' ||
      filterType === 'BETWEEN_DATE' ||
      filterType === 'BETWEEN_DATE_TIME' ||
      (filterType === 'LIKE_CHECK' && valueCode2 === ''),
  );
