/** A list as one user sees it: which columns, filtered by what. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { FilterEntry } from '../storage/tables.ts';
import type { Trx } from '../storage/database.ts';
import { columnsOf, type ListColumn } from './listColumns.ts';
import { findFilters, findVisible } from './userLists.store.ts';

export interface ListReader {
  user: Pick<SessionUser, 'userKey' | 'sponsorKey' | 'unblind'>;
  appendix: string;
}

export interface ListView {
  /** all that may be shown */
  columns: ListColumn[];
  /** those that are, in the user's order */
  visible: ListColumn[];
  /** also of columns that are not shown; filters of columns that there are no more are left out */
  filters: { column: ListColumn; entries: FilterEntry[] }[];
}

export async function listViewOf(
  trx: Trx,
  catalogue: CatalogueSource,
  menuId: string,
  { user, appendix }: ListReader,
): Promise<ListView> {
  const list = { sponsorKey: user.sponsorKey, userKey: user.userKey, menuId };
  const columns = columnsOf(catalogue, menuId, { appendix, unblind: user.unblind });
  const byId = new Map(columns.map((column) => [column.columnId, column]));
  const chosen = await findVisible(trx, list);
  const filters = await findFilters(trx, list);
  return {
    columns,
    visible: chosen?.flatMap((id) => byId.get(id) ?? []) ?? columns.filter(({ shownFirst }) => shownFirst),
    filters: columns.flatMap((column) => {
      const entries = filters.get(column.columnId);
      return entries ? [{ column, entries }] : [];
    }),
  };
}
