/** Addresses inside a case. */
import { useParams, useSearchParams } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { casePagePath as pagePath, itemPath } from '../../../shared/case/itemLink.ts';
import { matrixGroupOf } from '../../engine/index.ts';
import { readPaging, useListAddress } from '../../app-context/listAddress.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useRoute } from '../../app-context/routeData.ts';

export { enterPage, isEntered } from '../../page-editor/enterPage.ts';
export { itemPath, pagePath };

/** The page of a paged tab, as the address says, and the way to another. */
export const useTabPaging = (caseKey: number, page: string) =>
  useListAddress({
    read: readPaging,
    path: ({ pageNo, rowCount }) => `${pagePath(caseKey, page)}/${pageNo}/${rowCount}`,
  });

const VIEW = 'view';
const MATRIX = 'matrix';

/** Does an address ask for the matrix of a page of rows? */
export const asksForMatrix = (search: URLSearchParams): boolean => search.get(VIEW) === MATRIX;

/** The row of the page that the matrix begins at; null where the address names none. */
export const matrixStart = (search: string): number | null =>
  Number(new URLSearchParams(search).get('rowNo')) || null;

/** The matrix of a page of rows, which begins at `row`. */
export const matrixPath = (caseKey: number, page: string, row: number | null = null): string =>
  `${pagePath(caseKey, page)}?${VIEW}=${MATRIX}${row === null ? '' : `&rowNo=${row}`}`;

/** Case, page and row of the current address; page and row are null where it names none. */
export function useCaseRoute() {
  const route = useRoute();
  const tab = route?.name === 'CaseDetail' ? undefined : route?.pageId;
  const { caseKey, page = tab, rowNo } = useParams();
  const [search] = useSearchParams();
  const to = usePathTo();
  return {
    caseKey: Number(caseKey),
    page: page ?? null,
    rowNo: Number.isSafeInteger(Number(rowNo)) ? Number(rowNo) : null,
    toPage: (next: string, row: number | null = null) => to(pagePath(Number(caseKey), next, row)),
    toMatrix: (next: string) => to(matrixPath(Number(caseKey), next)),
    /** `itemPath` from the current page: stays in an open new row and in the matrix that shows the item */
    pathOf(catalogue: Catalogue, address: ItemAddress): string | null {
      const item = catalogue.items[address.itemId];
      if (!item || item.page !== page) return itemPath(catalogue, Number(caseKey), address);
      if (address.rowNo === 0 && rowNo === '0') return itemPath(catalogue, Number(caseKey), address, 0);
      const matrix = asksForMatrix(search) ? matrixGroupOf(catalogue, page) : null;
      if (matrix === null || !item.groups.includes(matrix))
        return itemPath(catalogue, Number(caseKey), address);
      return `${itemPath(catalogue, Number(caseKey), address, null)}&${VIEW}=${MATRIX}`;
    },
    to,
  };
}
