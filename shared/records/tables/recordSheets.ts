/** The sheets of a spreadsheet of records: one for the kind, one for each group of its rows. */
import type { CatalogueGroup, CatalogueItem, RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../case/caseContent.ts';
import { displayDate } from '../../dates/partialDate.ts';
import words from './recordSheets.json' with { type: 'json' };

/** Empties an item; an empty cell leaves it as it is. */
export const CLEAR = '[-]';

export interface RecordColumn {
  item: CatalogueItem;
  /** the column of its second-language text */
  isNotation: boolean;
}

export interface RecordSheet {
  /** null: the sheet of the kind, with a line for each record */
  group: CatalogueGroup | null;
  columns: readonly RecordColumn[];
}

/** Values of these are no text that a cell can hold. */
const NOT_IN_TABLES: readonly CatalogueItem['control'][] = [
  'attachment',
  'chosenRecords',
  'readOnly',
  'rowReference',
];

const isInTables = ({ control, computed, readOnlyWhen, groups }: CatalogueItem): boolean =>
  // rows in rows would need the numbers of the rows around them
  groups.length <= 1 && computed === null && readOnlyWhen === null && !NOT_IN_TABLES.includes(control);

export function recordSheets({ catalogue: { items, groups } }: RecordKind): RecordSheet[] {
  const shown = Object.values(items)
    .filter(isInTables)
    .toSorted((a, b) => a.sort - b.sort);
  const columnsOf = (group: string | null): RecordColumn[] =>
    shown
      .filter((item) => (item.groups[0] ?? null) === group)
      .flatMap((item) => [
        { item, isNotation: false },
        ...(item.notation ? [{ item, isNotation: true }] : []),
      ]);
  const names = [...new Set(shown.flatMap(({ groups: of }) => of))];
  return [
    { group: null, columns: columnsOf(null) },
    ...names.flatMap((name) => {
      const group = groups[name];
      return group ? [{ group, columns: columnsOf(name) }] : [];
    }),
  ];
}

type Language = keyof typeof words.key;

/** The heading of a column: its label, with its id in brackets, by which it is read. */
export const headingOf = ({ item, isNotation }: RecordColumn, language: Language): string =>
  isNotation
    ? `${item.label[language]} (${words.notation[language]}) [${item.itemId}/2]`
    : `${item.label[language]} [${item.itemId}]`;

/** The id of the column of the version that a line was made of. */
export const versionColumnOf = ({ keyColumn }: Pick<RecordKind, 'keyColumn'>): string =>
  `${keyColumn}/version`;

/**
 * Headings of a sheet: the key of the record, on sheets of rows its name, and the items; `isFilled`: on the sheet of the
 * kind the version, too.
 */
export const headingsOf = (
  kind: RecordKind,
  { group, columns }: RecordSheet,
  language: Language,
  isFilled = false,
): string[] => {
  const name = kind.catalogue.items[kind.nameItem];
  return [
    `${words.key[language]} [${kind.keyColumn}]`,
    ...(isFilled && !group ? [`${words.version[language]} [${versionColumnOf(kind)}]`] : []),
    ...(group && name ? [headingOf({ item: name, isNotation: false }, language)] : []),
    ...columns.map((column) => headingOf(column, language)),
  ];
};

/** A record as its lines of the sheets are written. */
export interface WrittenRecord {
  /** null: it has none yet */
  key: number | null;
  /** left out: the sheet has no column of it */
  version?: number;
  content: CaseContent;
}

/** The lines of a record on a sheet. */
export function linesOf(
  kind: RecordKind,
  { group, columns }: RecordSheet,
  record: WrittenRecord,
): string[][] {
  const { values } = record.content;
  const key = String(record.key ?? '');
  const cells = (rowNo: number) =>
    columns.map(({ item, isNotation }) => {
      const found = values.find((value) => value.itemId === item.itemId && value.rowNo === rowNo);
      if (!found) return '';
      return isNotation ? (found.notation ?? '') : cellOf(item, found);
    });
  if (!group) return [[key, ...(record.version === undefined ? [] : [String(record.version)]), ...cells(0)]];
  const name = values.find(({ itemId }) => itemId === kind.nameItem)?.value ?? '';
  return liveRows(record.content, group.group).map(({ rowNo }) => [key, name, ...cells(rowNo)]);
}

/** The rows of a group that are not deleted, in their order. */
export const liveRows = ({ rows }: CaseContent, group: string): CaseRow[] =>
  rows
    .filter((row) => row.group === group && !row.deleted)
    .toSorted((a, b) => a.sort - b.sort || a.rowNo - b.rowNo);

/** A value as a cell has it. */
export const cellOf = (
  { control }: Pick<CatalogueItem, 'control'>,
  { value, nullFlavor }: Pick<CaseValue, 'value' | 'nullFlavor'>,
): string => {
  if (nullFlavor) return `[${nullFlavor}]`;
  return control === 'date' && value ? displayDate(value) : (value ?? '');
};
