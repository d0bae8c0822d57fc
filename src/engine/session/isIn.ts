/** The items and rows that the form of a page has. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress, RowPath } from '../../../shared/case/itemAddress.ts';

/** Whether the page has an item, or a row by its group, at an address. Only the outermost row may be one not yet stored, 0. */
export function isIn(catalogue: Catalogue, page: string, [root]: RowPath): (address: ItemAddress) => boolean {
  const ofPage = catalogue.pages[page]?.group ?? null;
  return ({ itemId, rowNo, rowNo2, rowNo3 }) => {
    const found = catalogue.items[itemId] ?? catalogue.groups[itemId];
    if (!found || (found.page !== page && itemId !== ofPage)) return false;
    return [rowNo, rowNo2, rowNo3].every((number, level) =>
      level < found.groups.length ? number > 0 || (level === 0 && root === 0) : number === 0,
    );
  };
}
