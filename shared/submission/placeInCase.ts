/** Where in a case an item is that an answer names, by the places of its rows. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import type { ItemAddress } from '../case/itemAddress.ts';

/** Places are counted from 1, from the outermost row on; the first one where the answer names none. Null: no such row. */
export function placeInCase(
  { itemId, groups }: Pick<CatalogueItem, 'itemId' | 'groups'>,
  rows: readonly CaseRow[],
  places: readonly number[] = [],
): ItemAddress | null {
  let address: ItemAddress = { itemId, rowNo: 0, rowNo2: 0, rowNo3: 0 };
  for (const [depth, group] of groups.entries()) {
    const { rowNo, rowNo2 } = address;
    const row = rows
      .filter((one) => one.group === group && !one.deleted)
      .filter((one) => (depth < 1 || one.rowNo === rowNo) && (depth < 2 || one.rowNo2 === rowNo2))
      .toSorted((one, other) => one.sort - other.sort)[(places[depth] ?? 1) - 1];
    if (!row) return null;
    address = { itemId, rowNo: row.rowNo, rowNo2: row.rowNo2, rowNo3: row.rowNo3 };
  }
  return address;
}
