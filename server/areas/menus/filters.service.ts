/** Filters of columns, kept for each user. */
import { MAX_OPTIONS, type DataOf, type readColumnFilter } from '../../../shared/contract/index.ts';
import { keepListItem } from '../../lists/listValues.ts';
import { fold } from '../../../shared/text/fold.ts';
import { readingOf, planList, type ListDeps } from '../../lists/answerList.ts';
import { faultOf, isCheck, nonEmptyEntries } from '../../lists/filterEntries.ts';
import { inList } from '../../lists/inList.ts';
import { columnsOf, type ListColumn } from '../../lists/listColumns.ts';
import { valuesOf } from '../../lists/listQuery.ts';
import { optionsOf } from '../../lists/listRows.ts';
import { scopedTo, type ListCaller, type ListSource } from '../../lists/listSource.ts';
import { listViewOf, userListOf } from '../../lists/listView.ts';
import { deleteFilters, findFilters, putFilter } from '../../lists/userLists.store.ts';
import { columnNotFound, filterRefused } from '../../problems.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import type { FilterEntry } from '../../storage/tables.ts';

interface Option {
  code: string;
  label: string;
}

/** `of`: what the list is of. Throws 404 COLUMN_NOT_FOUND and VIEW_NOT_FOUND, and what binding the list throws. */
export const readFilterOfColumn = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  columnId: string,
  { view, find = '', of }: { view?: number; find?: string; of?: number },
): Promise<DataOf<typeof readColumnFilter>> =>
  inList(deps, caller, source, async (trx) => {
    const column = columnOf(deps, caller, source, columnId);
    const { filterType } = column;
    const { filters } = await listViewOf(trx, deps.catalogue, source, caller, { view });
    const saved = filters.find((filter) => filter.column.columnId === columnId)?.entries ?? [];
    if (!isCheck(column))
      return {
        filterType,
        filters: saved.map((entry) => ({ ...entry, valueLabel: entry.valueCode, selected: 'Y' })),
        more: false,
      };
    const { options, more } = await optionsFound(trx, deps, { ...caller, of }, source, column, find);
    const chosen = new Set(saved.map(({ valueCode }) => valueCode));
    const words = new Map(options.map(({ code, label }) => [code, label]));
    const apart = filterType === 'CHECK' ? [] : saved;
    const asOption = (entry: FilterEntry) => ({
      ...entry,
      valueLabel: words.get(entry.valueCode) ?? entry.valueCode,
      selected: 'Y' as const,
    });
    return {
      filterType,
      filters: [
        // chosen ones stay in sight whatever is looked for
        ...apart.map(asOption),
        ...options
          .filter(({ code }) => filterType === 'CHECK' || !chosen.has(code))
          .map(({ code, label }) => ({
            filterType,
            valueCode: code,
            valueLabel: label,
            selected: chosen.has(code) ? ('Y' as const) : ('N' as const),
          })),
      ],
      more,
    };
  });

/** All options of a column with codes; else values that occur in the list for this user. */
async function optionsFound(
  trx: Trx,
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  column: ListColumn,
  find: string,
): Promise<{ options: Option[]; more: boolean }> {
  const reading = readingOf(deps, caller);
  const text = fold(find);
  const known = await optionsOf(trx, column, reading);
  if (known) return { options: known.filter(({ label }) => fold(label).includes(text)), more: false };
  const wanted = planList(
    deps,
    await scopedTo(trx, source, reading),
    reading,
    { filters: [], order: null },
    {},
  );
  const values = await valuesOf(trx, wanted, column, text, MAX_OPTIONS);
  return {
    options: values.slice(0, MAX_OPTIONS).map((value) => ({ code: value, label: value })),
    more: values.length > MAX_OPTIONS,
  };
}

/**
 * A filter that filters nothing (no entry, only empty ones, every option of a check) is removed. Throws 404
 * COLUMN_NOT_FOUND, and 400 FILTER_REFUSED naming column and reason.
 */
export const saveFilterOfColumn = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  columnId: string,
  entries: readonly FilterEntry[],
): Promise<void> =>
  inList(deps, caller, source, async (trx) => {
    const nonEmpty = nonEmptyEntries(entries);
    if (nonEmpty.length === 0) return dropFilters(trx, deps, caller, source, columnId);
    const column = columnOf(deps, caller, source, columnId);
    const options = await checkedOptions(trx, deps, caller, source, column, nonEmpty);
    const list = userListOf(caller, source.menuId);
    const isAll = options !== null && new Set(nonEmpty.map(({ valueCode }) => valueCode)).size >= options;
    if (isAll) await deleteFilters(trx, list, columnId);
    else {
      await putFilter(trx, list, columnId, nonEmpty);
      if (column.item) await keepListItem(trx, list.sponsorKey, columnId);
    }
  });

/** The options of a column with codes, else null. Throws 400 FILTER_REFUSED where the entries do not fit the column. */
export async function fittingOptions(
  trx: Trx,
  deps: ListDeps,
  caller: ListCaller,
  column: ListColumn,
  entries: readonly FilterEntry[],
): Promise<Option[] | null> {
  const options = await optionsOf(trx, column, readingOf(deps, caller));
  const fault = faultOf(column, entries, options?.map(({ code }) => code) ?? null);
  if (fault) throw filterRefused(column.columnId, column.label[caller.language], fault);
  return options;
}

/** How many options the check column has; null: it is none, or a text is looked for. Throws what `saveFilterOfColumn` throws. */
async function checkedOptions(
  trx: Trx,
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  column: ListColumn,
  nonEmpty: readonly FilterEntry[],
): Promise<number | null> {
  const known = await fittingOptions(trx, deps, caller, column, nonEmpty);
  if (!isCheck(column) || nonEmpty.some(({ valueCode }) => valueCode === '')) return null;
  if (known) return known.length;
  // of something else other values may occur
  if (source.scopeTo) return null;
  const { options, more } = await optionsFound(trx, deps, caller, source, column, '');
  return more ? null : options.length;
}

/** Without a column all filters of the list. Throws 404 COLUMN_NOT_FOUND. */
export const dropFiltersOf = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  columnId?: string,
): Promise<void> =>
  inSponsor(deps.db, caller.user.sponsorKey, (trx) => dropFilters(trx, deps, caller, source, columnId));

/** A filter may be of a column that no longer exists. */
async function dropFilters(
  trx: Trx,
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  columnId: string | undefined,
): Promise<void> {
  const list = userListOf(caller, source.menuId);
  if (columnId !== undefined && !(await findFilters(trx, list)).has(columnId))
    columnOf(deps, caller, source, columnId);
  await deleteFilters(trx, list, columnId);
}

function columnOf(
  { catalogue }: ListDeps,
  { appendix, user }: ListCaller,
  source: ListSource,
  columnId: string,
): ListColumn {
  const columns = columnsOf(catalogue, source, { appendix, user });
  const found = columns.find((column) => column.columnId === columnId);
  if (!found) throw columnNotFound(columnId);
  return found;
}
