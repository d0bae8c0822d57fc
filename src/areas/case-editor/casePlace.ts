/** Addresses inside a case. */
import { useParams } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { linkTo } from '../../engine/index.ts';
import { usePathTo } from '../../frame/place.ts';

export const pagePath = (caseKey: number, page: string, rowNo: number | null = null): string =>
  `case/${caseKey}/detail/${page}${rowNo === null ? '' : `/${rowNo}`}`;

/** The address (below the prefix) of the page that shows an item, with the item focused. */
export function itemPath(catalogue: Catalogue, caseKey: number, address: ItemAddress): string | null {
  const item = catalogue.items[address.itemId];
  const page = item && catalogue.pages[item.page];
  if (!item || !page) return null;
  const rowNo = page.kind === 'rows' ? address.rowNo : null;
  const link = new URL(linkTo(address, new URL(pagePath(caseKey, item.page, rowNo), location.origin).href));
  return link.pathname.slice(1) + link.search;
}

/** Case, page and row of the current address; page and row are null where it names none. */
export function useCasePlace() {
  const { caseKey, page, rowNo } = useParams();
  const to = usePathTo();
  return {
    caseKey: Number(caseKey),
    page: page ?? null,
    rowNo: rowNo === undefined ? null : Number(rowNo),
    toPage: (next: string, row: number | null = null) => to(pagePath(Number(caseKey), next, row)),
    to,
  };
}
