/** The columns a list may have: those its descriptor names, and where it says so every item of the case. */
import { itemsRead } from '../../shared/blinding/itemReaders.ts';
import { rolesShow, seesItem, type Sight } from '../../shared/blinding/sight.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ListCode, ListColumnSource, ListSourceFile } from '../../schemas/compile/lists.ts';
import type { ColumnKind } from '../../shared/contract/lists.ts';
import type { FilterType } from '../../shared/contract/menus.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { menuNotFound } from '../problems.ts';
import { columnIdOf } from './computedColumns.ts';
import { computedColumn } from './computedColumns.store.ts';
import type { ListColumn } from './listColumn.types.ts';
import type { ListSource, SourceColumn } from './listSource.ts';
import { rankedColumn } from './rankedColumn.ts';
import words from './words.json' with { type: 'json' };

export type { ListColumn } from './listColumn.types.ts';

/** What decides which items there are: the region, and what the reader may see. */
export interface ColumnReader {
  appendix: string;
  user: Sight;
}

/** Values of these are no text to read in a list. */
const NO_COLUMN = new Set<CatalogueItem['control']>(['attachment', 'rowReference']);

export const YES_NO: readonly ListCode[] = [
  { code: 'true', label: words.yes },
  { code: 'false', label: words.no },
];

const KIND_OF: Readonly<Record<FilterType, ColumnKind>> = {
  LIKE: 'text',
  LIKE_ALL: 'text',
  LIKE_CHECK: 'text',
  CHECK: 'code',
  BETWEEN_DATE: 'date',
  BETWEEN_DATE_TIME: 'dateTime',
  BETWEEN_NUMERIC: 'number',
};

/** Throws 404 MENU_NOT_FOUND for a menu without a list. */
export function descriptorOf({ lists }: CatalogueSource, menuId: string): ListSourceFile {
  const list = Object.hasOwn(lists, menuId) ? lists[menuId] : undefined;
  if (!list) throw menuNotFound(menuId);
  return list;
}

/** The codes that a list shows in a column; null: they are no codes, or the list has no such column. */
export const codesOfColumn = (
  catalogue: CatalogueSource,
  menuId: string,
  column: string,
): readonly ListCode[] | null =>
  descriptorOf(catalogue, menuId).columns.find((one) => one.column === column)?.codes ?? null;

/** In the order of the list and of the case; a column of the descriptor that the source has not is left out. */
export function columnsOf(
  catalogue: CatalogueSource,
  source: ListSource,
  reader: ColumnReader,
): ListColumn[] {
  const list = descriptorOf(catalogue, source.menuId);
  const { forAppendix, whole, codeLists } = catalogue;
  const codesOf = (item: CatalogueItem | undefined) => (item ? codesOfItem(codeLists, item) : null);
  const isUnseen = (column: ListColumnSource): boolean =>
    (column.blinded && !reader.user.unblind) ||
    !rolesShow(whole, reader.user, itemsOfColumn(whole, source, column)) ||
    // without a column that its rules filter, a rank would be another one
    (column.ranks?.rules.some(({ filters }) =>
      filters.some((filter) => list.columns.some((one) => one.column === filter.column && isUnseen(one))),
    ) ??
      false);
  const own: ListColumn[] = list.columns.flatMap((column): ListColumn[] => {
    if (isUnseen(column)) return [];
    const { ranks } = column;
    if (ranks) {
      const codes = ranks.rules.toSorted((a, b) => (a.code < b.code ? -1 : 1));
      const inSql = rankedColumn(ranks, (columnId) => own.find((one) => one.columnId === columnId));
      return [ownColumn(column, inSql, codes)];
    }
    const inSql =
      source.columns[column.column] ?? source.otherColumn?.(column) ?? computedOf(list.list, column, source);
    const role = column.codesOfRole;
    const codes = column.codes ?? (role === undefined ? null : codesOf(whole.items[whole.roles[role] ?? '']));
    return inSql ? [ownColumn(column, inSql, codes)] : [];
  });
  if (!list.items || source.caseAlias === undefined) return own;
  return [
    ...own,
    ...itemsShown(forAppendix(reader.appendix), whole, reader).map((item): ListColumn => ({
      columnId: item.itemId,
      label: item.label,
      filterType: item.list.filterType as FilterType,
      // several values of a case, and null flavors, stand in one cell
      kind: 'text',
      item,
      source: null,
      codes: codesOf(item),
      sortable: false,
      shownFirst: item.list.column,
      always: false,
      width: null,
    })),
  ];
}

/** The items of cases that a column of the list's own shows. */
function itemsOfColumn(
  whole: Catalogue,
  source: ListSource,
  { column, computed }: ListColumnSource,
): readonly string[] {
  if (computed !== undefined) return [...itemsRead(whole, computed, null)];
  return source.columns[column]?.items?.(whole) ?? [];
}

const kindOf = ({ kind, filterType }: ListColumnSource): ColumnKind =>
  kind ?? KIND_OF[filterType as FilterType];

const computedOf = (list: string, column: ListColumnSource, { caseAlias }: ListSource) =>
  column.computed === undefined || caseAlias === undefined
    ? undefined
    : computedColumn(columnIdOf(list, column), kindOf(column), caseAlias);

const ownColumn = (
  described: ListColumnSource,
  source: SourceColumn,
  codes: readonly ListCode[] | null,
): ListColumn => ({
  columnId: described.column,
  label: described.label,
  filterType: described.filterType as FilterType,
  kind: kindOf(described),
  item: null,
  source,
  codes,
  sortable: described.sortable ?? true,
  shownFirst: described.shownFirst ?? true,
  always: described.always ?? false,
  width: described.width ?? null,
});

/** The codes an item's values can be; null: they are no codes. */
export const codesOfItem = (
  codeLists: CatalogueSource['codeLists'],
  item: CatalogueItem,
): readonly ListCode[] | null => (isYesNo(item) ? YES_NO : (codeLists[item.codeList ?? '']?.codes ?? null));

const isYesNo = ({ control }: CatalogueItem): boolean => control === 'yesNo' || control === 'trueOnly';

const itemsShown = (catalogue: Catalogue, whole: Catalogue, { user }: ColumnReader): CatalogueItem[] =>
  Object.values(catalogue.items)
    .filter(
      ({ itemId, control, page }) =>
        !NO_COLUMN.has(control) &&
        catalogue.pages[page]?.kind !== 'envelope' &&
        seesItem(whole, user, itemId),
    )
    .toSorted((a, b) => a.sort - b.sort);
