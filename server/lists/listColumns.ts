/** The columns a list may have: those its descriptor names, and where it says so every item of the case. */
import type { Catalogue, CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { Words } from '../../schemas/compile/sources.types.ts';
import cases from '../../schemas/lists/MU-CS.list.json' with { type: 'json' };
import type { FilterType } from '../../shared/contract/menus.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { menuNotFound } from '../problems.ts';
import words from './words.json' with { type: 'json' };

interface ListDescriptor {
  list: string;
  columns: { column: string; label: Words; filterType: string; codesOfRole?: string }[];
  items?: boolean;
}

const LISTS: Readonly<Record<string, ListDescriptor>> = { [cases.list]: cases };

export interface ListColumn {
  columnId: string;
  label: Words;
  filterType: FilterType;
  /** the item whose values it shows; null for a column of the list's own */
  item: CatalogueItem | null;
  /** null: its values are no codes */
  options: CodeList['codes'] | null;
  /** shown until the user chooses */
  shownFirst: boolean;
}

/** What decides which items there are: the region, and whether blinded ones may be seen. */
export interface ColumnReader {
  appendix: string;
  unblind: boolean;
}

/** Values of these are no text to read in a list. */
const NO_COLUMN = new Set<CatalogueItem['control']>(['attachment', 'rowReference']);

const YES_NO = [
  { code: 'true', label: words.yes },
  { code: 'false', label: words.no },
];

/** In the order of the list and of the case. Throws 404 MENU_NOT_FOUND for a menu without a list. */
export function columnsOf(catalogue: CatalogueSource, menuId: string, reader: ColumnReader): ListColumn[] {
  const list = LISTS[menuId];
  if (!list) throw menuNotFound(menuId);
  const { forAppendix, whole, codeLists } = catalogue;
  const codesOf = (item: CatalogueItem | undefined) => codeLists[item?.codeList ?? '']?.codes ?? null;
  const own = list.columns.map(({ column, label, filterType, codesOfRole }): ListColumn => ({
    columnId: column,
    label,
    filterType: filterType as FilterType,
    item: null,
    options: codesOfRole ? codesOf(whole.items[whole.roles[codesOfRole] ?? '']) : ownOptions(column),
    shownFirst: true,
  }));
  if (!list.items) return own;
  return [
    ...own,
    ...itemsShown(forAppendix(reader.appendix), reader).map((item): ListColumn => ({
      columnId: item.itemId,
      label: item.label,
      filterType: item.list.filterType as FilterType,
      item,
      options: ['yesNo', 'trueOnly'].includes(item.control) ? YES_NO : codesOf(item),
      shownFirst: item.list.column,
    })),
  ];
}

const ownOptions = (column: string) => (column in OPTIONS ? (OPTIONS[column] ?? null) : null);
const OPTIONS: Readonly<Record<string, ListColumn['options']>> = {
  serious: YES_NO,
  status: Object.entries(words.status).map(([code, label]) => ({ code, label })),
};

const itemsShown = ({ items, pages }: Catalogue, { unblind }: ColumnReader): CatalogueItem[] =>
  Object.values(items)
    .filter(
      ({ control, page, blinded }) =>
        !NO_COLUMN.has(control) && pages[page]?.kind !== 'envelope' && (unblind || !blinded),
    )
    .toSorted((a, b) => a.sort - b.sort);
