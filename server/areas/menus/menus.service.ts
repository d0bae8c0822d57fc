/** What a user sees of the lists: columns and filters. */
import type { DataOf, readColumnFilter, readColumns } from '../../../shared/contract/index.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import { columnsOf, type ListColumn } from '../../lists/listColumns.ts';
import { listViewOf, type ListReader } from '../../lists/listView.ts';
import { deleteFilters, putFilter, putVisible } from '../../lists/userLists.store.ts';
import { columnNotFound, invalidRequest } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import type { FilterEntry } from '../../storage/tables.ts';

export interface Caller extends ListReader {
  language: Language;
}

const CHECKS: ReadonlySet<string> = new Set(['CHECK', 'LIKE_CHECK']);

const listOf = ({ user }: Caller, menuId: string) => ({
  sponsorKey: user.sponsorKey,
  userKey: user.userKey,
  menuId,
});

export const readListColumns = (
  { db, catalogue }: Deps,
  caller: Caller,
  menuId: string,
): Promise<DataOf<typeof readColumns>> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const { columns, visible, filters } = await listViewOf(trx, catalogue, menuId, caller);
    const filtered = new Set(filters.map(({ column }) => column));
    const hidden = columns.filter((column) => !visible.includes(column));
    return {
      listInfo: [...visible, ...hidden].map((column) => ({
        columnId: column.columnId,
        columnLabel: column.label[caller.language],
        filterType: column.filterType,
        filtered: filtered.has(column) ? 'Y' : 'N',
        visible: visible.includes(column) ? 'Y' : 'N',
        page: column.item?.page ?? '',
      })),
    };
  });

/** Throws 404 COLUMN_NOT_FOUND, naming it, where the list has no such column for this user. */
export const saveListColumns = (
  { db, catalogue }: Deps,
  caller: Caller,
  menuId: string,
  visible: string[],
): Promise<void> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    for (const columnId of visible) columnOf({ catalogue }, caller, menuId, columnId);
    await putVisible(trx, listOf(caller, menuId), visible);
  });

export const readFilterOfColumn = (
  { db, catalogue }: Deps,
  caller: Caller,
  { menuId, columnId }: { menuId: string; columnId: string },
): Promise<DataOf<typeof readColumnFilter>> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const { filterType, options } = columnOf({ catalogue }, caller, menuId, columnId);
    const { filters } = await listViewOf(trx, catalogue, menuId, caller);
    const saved = filters.find(({ column }) => column.columnId === columnId)?.entries ?? [];
    if (!CHECKS.has(filterType) || !options)
      return {
        filterType,
        filters: saved.map((entry) => ({ ...entry, valueLabel: entry.valueCode, selected: 'Y' })),
      };
    const chosen = new Set(saved.map(({ valueCode }) => valueCode));
    return {
      filterType,
      filters: options.map(({ code, label }) => ({
        filterType,
        valueCode: code,
        valueLabel: label[caller.language],
        selected: chosen.has(code) ? 'Y' : 'N',
      })),
    };
  });

/** A filter that filters nothing (no entry, only empty ones, every option of a check) is removed. */
export const saveFilterOfColumn = (
  { db, catalogue }: Deps,
  caller: Caller,
  { menuId, columnId }: { menuId: string; columnId: string },
  entries: FilterEntry[],
): Promise<void> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const { filterType, options } = columnOf({ catalogue }, caller, menuId, columnId);
    const stray = entries.findIndex((entry) => entry.filterType !== filterType);
    if (stray >= 0)
      throw invalidRequest([
        { in: 'body', path: `/filters/${stray}/filterType`, message: `must be ${filterType}` },
      ]);
    const said = entries.filter(({ valueCode, valueCode2 }) => valueCode || valueCode2);
    const all = CHECKS.has(filterType) && options !== null && said.length === options.length;
    const list = listOf(caller, menuId);
    if (said.length === 0 || all) await deleteFilters(trx, list, columnId);
    else await putFilter(trx, list, columnId, said);
  });

export const dropFilterOf = ({ db }: Deps, caller: Caller, menuId: string, columnId?: string) =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    await deleteFilters(trx, listOf(caller, menuId), columnId);
  });

function columnOf(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { appendix, user }: Caller,
  menuId: string,
  columnId: string,
): ListColumn {
  const columns = columnsOf(catalogue, menuId, { appendix, unblind: user.unblind });
  const found = columns.find((column) => column.columnId === columnId);
  if (!found) throw columnNotFound(columnId);
  return found;
}
