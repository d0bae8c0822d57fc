/** What a user wants of the lists: columns, rows on a page. */
import {
  DEFAULT_PAGE_SIZE,
  PAGE_SIZES,
  type DataOf,
  type readColumns,
  type readListInfo,
} from '../../../shared/contract/index.ts';
import { builtInViews } from '../../lists/builtInViews.ts';
import { firstOrderOf } from '../../lists/firstOrder.ts';
import { columnsOf, descriptorOf, type ListColumn } from '../../lists/listColumns.ts';
import { filterInWords } from '../../lists/filterEntries.ts';
import { readingOf, type ListDeps } from '../../lists/answerList.ts';
import { optionsOf } from '../../lists/listRows.ts';
import type { ListCaller, ListReading, ListSource } from '../../lists/listSource.ts';
import { listViewOf, userListOf } from '../../lists/listView.ts';
import { findViews } from '../../lists/listView.store.ts';
import { findFilters, findUserList, putUserList } from '../../lists/userLists.store.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import { columnNotFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { builtInName, viewName } from './listViews.service.ts';

type Flag = 'Y' | 'N';
const flag = (holds: boolean): Flag => (holds ? 'Y' : 'N');

/** Columns that are seen first, in their order, then the others. Throws 404 VIEW_NOT_FOUND. */
export const readListColumns = (
  deps: ListDeps,
  caller: ListCaller,
  source: ListSource,
  view: number | undefined,
): Promise<DataOf<typeof readColumns>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const { columns, visible, filters } = await listViewOf(trx, deps.catalogue, source, caller, { view });
    const reading = readingOf(deps, caller);
    const filterTexts = new Map<string, string>();
    for (const { column, entries } of filters) {
      const options = await optionsOf(trx, column, reading);
      const words = new Map(options?.map(({ code, label }) => [code, label]));
      filterTexts.set(column.columnId, filterInWords(entries, words));
    }
    const seen = new Set(visible.map(({ columnId }) => columnId));
    const hidden = columns.filter(({ columnId }) => !seen.has(columnId));
    return {
      listInfo: [...visible, ...hidden].map((column) => ({
        columnId: column.columnId,
        columnLabel: column.label[caller.language],
        filterType: column.filterType,
        filtered: flag(filterTexts.has(column.columnId)),
        visible: flag(seen.has(column.columnId)),
        page: column.item?.page ?? '',
        kind: column.kind,
        sortable: flag(column.sortable),
        width: column.width,
        tones: tonesOf(column, reading),
        filterText: filterTexts.get(column.columnId) ?? '',
      })),
    };
  });

/** How codes stand out: as the descriptor says it of its own, the source of those it knows; those of items do not. */
const tonesOf = (
  { item, codes, source }: ListColumn,
  reading: ListReading,
): DataOf<typeof readColumns>['listInfo'][number]['tones'] => ({
  ...Object.fromEntries(
    item ? [] : (codes ?? []).flatMap(({ code, tone }) => (tone ? [[code, tone] as const] : [])),
  ),
  ...source?.tones?.(reading),
});

/**
 * No columns: those of the list again, and their widths. Throws 404 COLUMN_NOT_FOUND, naming it, where the list has no such
 * column for this user.
 */
export const saveListColumns = (
  { db, catalogue }: ListDeps,
  caller: ListCaller,
  source: ListSource,
  { visible, widths = {} }: { visible: string[]; widths?: Record<string, number> | undefined },
): Promise<void> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const list = userListOf(caller, source.menuId);
    const { appendix, user } = caller;
    const columns = columnsOf(catalogue, source, { appendix, user });
    const known = new Set(columns.map(({ columnId }) => columnId));
    const stray = [...visible, ...Object.keys(widths)].find((columnId) => !known.has(columnId));
    if (stray !== undefined) throw columnNotFound(stray);
    const drawn = visible.length === 0 ? {} : { ...(await findUserList(trx, list))?.widths, ...widths };
    await putUserList(trx, list, {
      visible: visible.length === 0 ? null : visible,
      widths: JSON.stringify(drawn),
    });
  });

/** Rows on a page, texts in full, order, views. */
export const readCommonListInfo = (
  { db, catalogue }: ListDeps,
  caller: ListCaller,
  source: ListSource,
): Promise<DataOf<typeof readListInfo>> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const list = userListOf(caller, source.menuId);
    const descriptor = descriptorOf(catalogue, source.menuId);
    const order = await firstOrderOf(trx, descriptor, caller.user.sponsorKey);
    const chosen = await findUserList(trx, list);
    const views = await findViews(trx, list);
    const columns = columnsOf(catalogue, source, caller);
    const builtIn = builtInViews(catalogue, source.menuId, caller, columns);
    const known = new Set(columns.map(({ columnId }) => columnId));
    const leftOut = [...(await findFilters(trx, list)).keys()].filter((columnId) => !known.has(columnId));
    return {
      menuId: source.menuId,
      label: descriptor.label[caller.language],
      rowCount: chosen?.row_count ?? DEFAULT_PAGE_SIZE,
      fullText: flag(chosen?.full_text ?? false),
      rowCounts: [...PAGE_SIZES],
      sort: order.column,
      direction: order.direction,
      searchable: source.search !== undefined,
      deletable: source.deleted !== undefined,
      views: [...builtIn.map(builtInName), ...views.map((view) => viewName(view, caller))],
      filtersLeftOut: leftOut.toSorted().map((columnId) => ({
        columnId,
        columnLabel: labelOfColumn(catalogue, caller, columnId),
      })),
    };
  });

/** Of an item that the list does not show now, as the user may know it. */
const labelOfColumn = (
  catalogue: ListDeps['catalogue'],
  { user, language }: ListCaller,
  columnId: string,
): string =>
  (maySee({ catalogue }, user, columnId) && catalogue.whole.items[columnId]?.label[language]) || columnId;

/** What is left out stays as it is. */
export const savePreference = (
  { db }: ListDeps,
  caller: ListCaller,
  { menuId }: ListSource,
  { rowCount, fullText }: { rowCount?: number; fullText: Flag },
): Promise<void> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    await putUserList(trx, userListOf(caller, menuId), {
      full_text: fullText === 'Y',
      ...(rowCount !== undefined && { row_count: rowCount }),
    });
  });
