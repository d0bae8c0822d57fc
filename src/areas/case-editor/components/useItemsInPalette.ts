/** The items of the case in the command palette. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { usePaletteSource } from '../../../app-context/palette.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { findItems, itemOption, itemQuery, type FoundItem } from '../../../catalogue/items/itemSearch.ts';
import { summaryQuery } from '../case.queries.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';

/** `shown`: the pages whose items are found. */
export function useItemsInPalette(catalogue: Catalogue, shown: readonly CataloguePage[]): void {
  const { caseKey, page: current, rowNo: currentRow, to } = useCaseRoute();
  const { language } = useRouteContext();
  const navigate = useNavigate();
  const queries = useQueryClient();

  /** On a page of rows: the row asked for by its number, else the open one, else the first not deleted; null for none. */
  const rowOf = async ({ page }: FoundItem, position: number | null): Promise<number | null> => {
    if (position === null && page.page === current && currentRow !== null) return currentRow;
    const { rows } = await queries.fetchQuery(summaryQuery(caseKey, page.page));
    const row = position === null ? rows.find(({ deleted }) => !deleted) : rows[position - 1];
    return row?.rowNo ?? null;
  };
  const open = async (found: FoundItem, position: number | null) => {
    const { item, page } = found;
    const row = page.kind === 'rows' ? await rowOf(found, position) : null;
    const target = itemPath(
      catalogue,
      caseKey,
      addressAt(item.itemId, item.groups.length > 0 ? [row ?? position ?? 0] : []),
      row,
    );
    if (target) void navigate(to(target));
  };
  usePaletteSource('items', (text) => {
    const query = itemQuery(text);
    return findItems(catalogue, shown, language, query).map((found) => ({
      ...itemOption(catalogue, found, language),
      run: () => void open(found, query.place),
    }));
  });
}
