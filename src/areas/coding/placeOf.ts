/** Where the term of a row of a coding list stands in its case. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { PagePlace } from './coding.queries.ts';

export interface TermPlace {
  item: CatalogueItem;
  address: ItemAddress;
  at: PagePlace;
}

/** Throws where no coding list has such a row. */
export function placeOf(rowKey: string, { items, pages }: Pick<Catalogue, 'items' | 'pages'>): TermPlace {
  const place = parseCodedTermKey(rowKey);
  const item = items[place?.itemId ?? ''];
  if (!place || !item) throw new Error(`no row of this list: ${rowKey}`);
  const { caseKey, ...address } = place;
  const rows = pages[item.page]?.kind === 'rows';
  return { item, address, at: { caseKey, page: item.page, pageRow: rows ? place.rowNo : 0 } };
}
