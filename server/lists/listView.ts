/** A list with the columns, filters and order of one user. */
import type { ListQuery } from '../../shared/contract/lists.ts';
import { findItemsWithListValues } from './listValues.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { columnNotFound, columnNotSortable, viewNotFound } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import type { FilterEntry, ListViewContent } from '../storage/tables.ts';
import { builtInViews } from './builtInViews.ts';
import { firstOrderOf, type FirstOrder } from './firstOrder.ts';
import { columnsOf, descriptorOf, type ListColumn } from './listColumns.ts';
import type { ListCaller, ListSource } from './listSource.ts';
import { findView } from './listView.store.ts';
import { findFilters, findUserList, type UserList } from './userLists.store.ts';

export interface ColumnFilter {
  column: ListColumn;
  entries: FilterEntry[];
  /** of an item: whether its values are stored as list values */
  hasListValues: boolean;
}

export interface ListView {
  /** columns that the user may show */
  columns: ListColumn[];
  /** visible columns, in the user's order and widths */
  visible: ListColumn[];
  /** also of hidden columns; without filters of columns that no longer exist */
  filters: ColumnFilter[];
  order: { column: ListColumn; direction: 'asc' | 'desc' } | null;
}

export const userListOf = ({ user }: Pick<ListCaller, 'user'>, menuId: string): UserList => ({
  sponsorKey: user.sponsorKey,
  userKey: user.userKey,
  menuId,
});

/**
 * The user's settings of the list, or those of a saved view. Throws 404 VIEW_NOT_FOUND for a view that was deleted or
 * that the user may not use, 404 COLUMN_NOT_FOUND and 400 COLUMN_NOT_SORTABLE for an impossible order.
 */
export async function listViewOf(
  trx: Trx,
  catalogue: CatalogueSource,
  source: ListSource,
  caller: ListCaller,
  { view, sort, direction }: Pick<ListQuery, 'view' | 'sort' | 'direction'> = {},
): Promise<ListView> {
  const columns = columnsOf(catalogue, source, caller);
  const builtIn = builtInViews(catalogue, source.menuId, caller, columns).find(
    ({ viewKey }) => viewKey === view,
  );
  const order = await firstOrderOf(trx, descriptorOf(catalogue, source.menuId), caller.user.sponsorKey);
  const set =
    builtIn?.content ?? (await settingsOf(trx, userListOf(caller, source.menuId), columns, { view, order }));
  const byId = new Map(columns.map((column) => [column.columnId, column]));
  const withListValues = await itemsWithListValues(trx, caller, set);
  const requested = sort ?? (set.sort !== null && byId.get(set.sort)?.sortable ? set.sort : order.column);
  return {
    columns,
    visible: set.columns.flatMap(({ columnId, width }) => {
      const column = byId.get(columnId);
      return column ? [{ ...column, width: width ?? column.width }] : [];
    }),
    filters: columns.flatMap((column) => {
      const entries = set.filters.find(({ columnId }) => columnId === column.columnId)?.filters;
      return entries ? [{ column, entries, hasListValues: withListValues.has(column.columnId) }] : [];
    }),
    order: orderBy(
      byId,
      requested,
      sort,
      direction ?? (requested === set.sort ? set.direction : order.direction),
    ),
  };
}

async function itemsWithListValues(
  trx: Trx,
  { user }: ListCaller,
  { filters }: Pick<ListViewContent, 'filters'>,
): Promise<ReadonlySet<string>> {
  if (filters.length === 0) return new Set();
  return new Set((await findItemsWithListValues(trx, user.sponsorKey)).keys());
}

function orderBy(
  byId: ReadonlyMap<string, ListColumn>,
  columnId: string,
  sort: string | undefined,
  direction: 'asc' | 'desc',
): ListView['order'] {
  const column = byId.get(columnId);
  if (sort !== undefined && !column) throw columnNotFound(sort);
  if (sort !== undefined && !column?.sortable) throw columnNotSortable(sort);
  return column ? { column, direction } : null;
}

async function settingsOf(
  trx: Trx,
  list: UserList,
  columns: readonly ListColumn[],
  { view: viewKey, order }: { view: number | undefined; order: FirstOrder },
): Promise<ListViewContent> {
  if (viewKey !== undefined) {
    const view = await findView(trx, list, viewKey);
    if (!view) throw viewNotFound(viewKey);
    return view.content;
  }
  const chosen = await findUserList(trx, list);
  const filters = await findFilters(trx, list);
  const seen = chosen?.visible ?? shownFirstOf(columns, order);
  return {
    columns: seen.map((columnId) => ({ columnId, width: chosen?.widths[columnId] ?? null })),
    filters: [...filters].map(([columnId, entries]) => ({ columnId, filters: entries })),
    sort: null,
    direction: 'asc',
  };
}

function shownFirstOf(columns: readonly ListColumn[], order: FirstOrder): string[] {
  return columns
    .filter(({ shownFirst, columnId }) => shownFirst || (order.byWork && columnId === order.column))
    .map(({ columnId }) => columnId);
}
