/** Finds the item and page of a row of a coding list. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { PageAddress } from './coding.queries.ts';

export interface TermLocation {
  item: CatalogueItem;
  address: ItemAddress;
  at: PageAddress;
}

/** Throws if the key is not one of a coding list. */
export function termLocation(
  rowKey: string,
  { items, pages }: Pick<Catalogue, 'items' | 'pages'>,
): TermLocation {
  const termAddress = parseCodedTermKey(rowKey);
  const item = items[termAddress?.itemId ?? ''];
  if (!termAddress || !item) throw new Error(`no row of this list: ${rowKey}`);
  const { caseKey, ...address } = termAddress;
  const rows = pages[item.page]?.kind === 'rows';
  return { item, address, at: { caseKey, page: item.page, pageRow: rows ? termAddress.rowNo : 0 } };
}
