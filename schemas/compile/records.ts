/** The source files of record kinds (`records/<kind>`), and the lists that their items make. */
import type { Catalogue, CatalogueItem, CodeList, RecordKind } from './catalogue.types.ts';
import type { ListCode, ListColumnSource, ListSourceFile } from './lists.ts';
import type { RecordSource, SourceText } from './sources.types.ts';
import words from './recordWords.json' with { type: 'json' };

const FILE = /^records\/([^/]+)\/([^/]+)\.page\.json$/;
/** Tables that the items of records use, too. */
const SHARED = /^(code-lists|dictionaries)\//;

/** The descriptors of all kinds. */
export const recordsIn = (sources: readonly SourceText[]): RecordSource[] =>
  sources
    .filter(({ file }) => file.startsWith('records/') && file.endsWith('.record.json'))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ text }) => JSON.parse(text) as RecordSource);

/** The address of the pages of a kind. */
export const pathOfRecord = ({ record, path }: Pick<RecordSource, 'record' | 'path'>): string =>
  path ?? `caseinfo/${record}`;

/** The files of a kind as a set of sources of its own, its pages in the folder of pages. */
export const sourcesOfRecord = (kind: string, sources: readonly SourceText[]): SourceText[] =>
  sources.flatMap(({ file, text }) => {
    if (SHARED.test(file)) return [{ file, text }];
    const [, folder, page] = FILE.exec(file) ?? [];
    return folder === kind ? [{ file: `pages/${page}.page.json`, text }] : [];
  });

/** The name in the sources of a file that `sourcesOfRecord` has renamed. */
export const fileOfRecord = (kind: string, file: string): string =>
  file.replace(/^pages\//, `records/${kind}/`);

/** Columns of every list of records, besides those of items. */
const OWN_COLUMNS: readonly ListColumnSource[] = words.columns as ListColumnSource[];

/** Values of these are no text to read in a list. */
const NO_COLUMN = new Set<CatalogueItem['control']>(['attachment', 'rowReference']);

/** The items of a kind that are columns of its list, in display order. */
export const columnItems = ({ catalogue: { items } }: RecordKind): CatalogueItem[] =>
  Object.values(items)
    .filter(({ list, control }) => list.column && !NO_COLUMN.has(control))
    .toSorted((a, b) => a.sort - b.sort);

/** The items of a kind that its selection dialogs show. */
export const selectItems = (kind: RecordKind): CatalogueItem[] =>
  columnItems(kind).filter(({ list }) => list.select);

const YES_NO = new Set<CatalogueItem['control']>(['yesNo', 'trueOnly']);

/** The codes of an item, with their labels; null: its values are texts. */
const codesOfColumn = (
  { control, codeList }: CatalogueItem,
  codeLists: Readonly<Record<string, CodeList>>,
): readonly ListCode[] | null =>
  YES_NO.has(control) ? words.yesNo : (codeLists[codeList ?? '']?.codes ?? null);

const columnOf = (item: CatalogueItem, codeLists: Readonly<Record<string, CodeList>>): ListColumnSource => {
  const codes = codesOfColumn(item, codeLists);
  return {
    column: item.itemId,
    label: item.label,
    filterType: item.list.filterType,
    // several rows make several dates or numbers of a cell
    ...(item.groups.length > 0 && !codes && { kind: 'text', filterType: 'LIKE' }),
    ...(codes && { kind: 'code', codes: [...codes] }),
  };
};

/** The list of a kind. */
const listOfRecord = (record: RecordKind, codeLists: Readonly<Record<string, CodeList>>): ListSourceFile => ({
  list: record.menuId,
  label: record.listLabel,
  columns: [
    ...columnItems(record).map((item) => columnOf(item, codeLists)),
    ...(record.listColumns ?? OWN_COLUMNS),
  ],
  order: { column: record.nameItem, direction: 'asc' },
});

/** The lists of all kinds, by menu id. */
export const recordLists = (
  { records }: Pick<Catalogue, 'records'>,
  codeLists: Readonly<Record<string, CodeList>>,
): Record<string, ListSourceFile> =>
  Object.fromEntries(
    Object.values(records).map((record) => [record.menuId, listOfRecord(record, codeLists)]),
  );

/** The kind of the item; undefined for items of cases. */
export const kindOfItem = ({ records }: Pick<Catalogue, 'records'>, itemId: string): RecordKind | undefined =>
  Object.values(records).find(({ catalogue }) => Object.hasOwn(catalogue.items, itemId));

/** An item that holds the name of a selected record. */
export interface RecordReference {
  /** null: an item of cases */
  kind: RecordKind | null;
  page: string;
  itemId: string;
}

/** The items of cases and of all kinds into which a selection of the kind writes the name of the record. */
export function referencesTo(
  { items, records }: Catalogue,
  { kind, nameItem }: RecordKind,
): RecordReference[] {
  const within = (of: RecordKind | null, all: Catalogue['items']): RecordReference[] =>
    Object.values(all).flatMap(({ selection }) =>
      Object.entries(selection?.master === kind ? selection.fills : {}).flatMap(([itemId, column]) => {
        const page = all[itemId]?.page;
        return column === nameItem && page !== undefined ? [{ kind: of, page, itemId }] : [];
      }),
    );
  return [
    ...within(null, items),
    ...Object.values(records).flatMap((record) => within(record, record.catalogue.items)),
  ];
}
