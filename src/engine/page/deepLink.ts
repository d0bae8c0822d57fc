/** Links to one field: the page's address with the item and its row numbers in the query. */
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { linkParts } from '../../../shared/case/itemLink.ts';

/** The page's address, leading to one item of it. */
export function linkTo(address: ItemAddress, href: string): string {
  const url = new URL(href);
  for (const [part, value] of linkParts(address)) {
    if (value === null) url.searchParams.delete(part);
    else url.searchParams.set(part, value);
  }
  return url.href;
}

/** The item a link leads to; null when it leads to the page as a whole. */
export function addressOfLink(search: URLSearchParams): ItemAddress | null {
  const itemId = search.get('item');
  if (itemId === null || itemId === '') return null;
  const number = (part: string) => Number(search.get(part) ?? 0) || 0;
  return { itemId, rowNo: number('rowNo'), rowNo2: number('rowNo2'), rowNo3: number('rowNo3') };
}
