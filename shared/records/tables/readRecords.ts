/** The records that the sheets of a file describe, and the cells that cannot be read. */
import type { CatalogueItem, RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { inEachLanguage } from '../../../schemas/compile/languages.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import {
  EMPTY_VALUE,
  withNotation,
  withNullFlavor,
  withValue,
  type ItemValue,
} from '../../case/itemValue.ts';
import type { ZonedNow } from '../../dates/zonedDay.ts';
import type { CodeChoices } from '../../entry/codeSearch.ts';
import type { FileProblem } from '../../entry/cellProblemText.ts';
import {
  cellsWithoutHeading,
  headingsFinding,
  noLinesFinding,
  type CellIndex,
  type HeadingsProblem,
} from '../../entry/headings.ts';
import { readCell, type CellProblem } from '../../entry/readCell.ts';
import { fold } from '../../text/fold.ts';
import { cellText, isBlankLine, type Table, type TableCell } from '../../text/table.ts';
import {
  CLEAR,
  headingOf,
  recordSheets,
  versionColumnOf,
  type RecordColumn,
  type RecordSheet,
} from './recordSheets.ts';

/** A cell of the file; row and column count from 1. */
export interface CellLocation {
  sheet: string;
  row: number;
  column: number;
}

type TableProblem =
  | CellProblem
  | HeadingsProblem
  | {
      kind: Extract<
        FileProblem,
        'formula' | 'errorValue' | 'rounded' | 'unknownColumn' | 'keyMalformed' | 'noName'
      >;
    };

export interface CellFinding extends CellLocation {
  /** of the item; null: the column is of none */
  label: LocalizedText | null;
  text: string;
  problem: TableProblem;
}

/** What a cell gives an item. */
export interface GivenItem extends CellLocation {
  itemId: string;
  /** `clear`: the item becomes empty */
  part: 'value' | 'nullFlavor' | 'notation' | 'clear';
  text: string;
}

interface GivenLine {
  sheet: string;
  row: number;
  items: readonly GivenItem[];
}

/** Lines of the file about one record. */
export interface GivenRecord {
  /** of the first of its lines */
  sheet: string;
  row: number;
  /** null: found by its name, else added */
  key: number | null;
  /** that the line was made of, as it is written, and where; null: the file does not say */
  version: { text: string; column: number } | null;
  name: string;
  items: readonly GivenItem[];
  /** by group: its rows in their order */
  rows: Readonly<Record<string, readonly GivenLine[]>>;
  /** lines of the sheet of the kind; more than one: the record is there twice */
  lines: number;
}

export interface ReadRecords {
  records: GivenRecord[];
  findings: CellFinding[];
}

/** Further lines are not read: nothing of a file with findings is imported. */
const MAX_FINDINGS = 1000;

export interface ReadWorld {
  /** by item id, of those items that have a list */
  codes: Readonly<Record<string, CodeChoices>>;
  now: ZonedNow;
}

/** Sheets without a column of the kind, such as that of codes, are left out; at least one has some. */
export function readRecords(kind: RecordKind, tables: readonly Table[], world: ReadWorld): ReadRecords {
  const findings: CellFinding[] = [];
  const reading: Reading = { kind, world, findings, records: [], found: new Map() };
  const placed = tables
    .flatMap((table) => placeTable(kind, table, findings))
    // lines of records come before those of their rows
    .toSorted((a, b) => Number(a.sheet.group !== null) - Number(b.sheet.group !== null));
  if (placed.length === 0) findings.push({ label: null, ...otherHeadings(kind, tables) });
  for (const one of placed)
    one.table.rows.forEach((cells, index) => {
      if (index > 0 && !isBlankLine(cells)) readLine(reading, one, { cells, index });
    });
  const [first] = placed;
  if (first && reading.records.length + findings.length === 0)
    findings.push({ label: null, ...noLinesFinding(first.table) });
  return { records: reading.records, findings };
}

function otherHeadings(kind: RecordKind, tables: readonly Table[]) {
  const sheets = recordSheets(kind);
  const columns = sheets.flatMap((sheet) => sheet.columns);
  const headings = columns.map((column) => inEachLanguage((language) => headingOf(column, language)));
  const isKnown = (heading: string): boolean =>
    sheets.some((sheet) => columnOf(kind, sheet, heading) !== null);
  return headingsFinding(tables, headings, isKnown);
}

interface MutableRecord extends GivenRecord {
  items: GivenItem[];
  rows: Record<string, GivenLine[]>;
}

interface PlacedTable {
  table: Table;
  sheet: RecordSheet;
  /** by index; null: no column of the kind */
  columns: readonly (RecordColumn | 'key' | 'version' | 'name' | null)[];
}

/** Finds the sheet that most headings of a table belong to. */
function placeTable(kind: RecordKind, table: Table, findings: CellFinding[]): PlacedTable[] {
  const headings = (table.rows[0] ?? []).map(cellText);
  const [best] = recordSheets(kind)
    .map((sheet) => ({ sheet, columns: headings.map((heading) => columnOf(kind, sheet, heading)) }))
    .filter(({ columns }) => columns.some((column) => typeof column === 'object' && column))
    .map((placed) => ({ ...placed, count: placed.columns.filter((column) => column !== null).length }))
    .toSorted((a, b) => b.count - a.count);
  if (!best) return [];
  const report = ({ row, column }: CellIndex, text: string) =>
    findings.push({
      sheet: table.name,
      row: row + 1,
      column: column + 1,
      label: null,
      text,
      problem: { kind: 'unknownColumn' },
    });
  headings.forEach((heading, column) => {
    const isTwice = best.columns.indexOf(best.columns[column] ?? null) < column;
    if (heading !== '' && (best.columns[column] === null || isTwice)) report({ row: 0, column }, heading);
  });
  for (const cell of cellsWithoutHeading(table, headings)) {
    const content = table.rows[cell.row]?.[cell.column];
    report(cell, typeof content === 'string' ? content : '');
  }
  return [{ table, sheet: best.sheet, columns: best.columns }];
}

/** By the id in brackets, or a heading that is the id or the label in any language. */
function columnOf(
  kind: RecordKind,
  { group, columns }: RecordSheet,
  heading: string,
): PlacedTable['columns'][number] {
  const bracketed = /\[([^\]]+)\]$/.exec(heading)?.[1];
  const id = bracketed ?? heading;
  if (id === kind.keyColumn) return 'key';
  if (!group && id === versionColumnOf(kind)) return 'version';
  const isOf = ({ itemId, label }: CatalogueItem): boolean =>
    itemId === id ||
    (bracketed === undefined && Object.values(label).some((words) => fold(words) === fold(heading)));
  const name = kind.catalogue.items[kind.nameItem];
  if (group && name && isOf(name)) return 'name';
  return (
    columns.find(({ item, isNotation }) => (isNotation ? `${item.itemId}/2` === id : isOf(item))) ?? null
  );
}

interface Reading {
  kind: RecordKind;
  records: MutableRecord[];
  world: ReadWorld;
  findings: CellFinding[];
  found: Map<string, MutableRecord>;
}

function readLine(
  reading: Reading,
  { table, sheet, columns }: PlacedTable,
  { cells, index }: { cells: readonly TableCell[]; index: number },
): void {
  const { kind, world, findings } = reading;
  if (findings.length >= MAX_FINDINGS) return;
  const row = index + 1;
  const items: GivenItem[] = [];
  let [key, name] = ['', ''];
  let version: GivenRecord['version'] = null;
  const report = (column: number, item: CatalogueItem | null, text: string, problem: TableProblem) =>
    findings.push({ sheet: table.name, row, column: column + 1, label: item?.label ?? null, text, problem });
  columns.forEach((column, at) => {
    const cell = cells[at] ?? '';
    if (column === null || cell === '') return;
    const item = typeof column === 'object' ? column.item : null;
    if (typeof cell !== 'string') report(at, item, '', { kind: cell.unread });
    else if (column === 'key') key = cell.trim();
    else if (column === 'version') version = { text: cell.trim(), column: at + 1 };
    else if (column === 'name') name = cell.trim();
    else {
      const read = giftIn(column, cell, world);
      if (read && 'problem' in read) report(at, item, cell, read.problem);
      else if (read)
        items.push({ sheet: table.name, row, column: at + 1, itemId: column.item.itemId, ...read });
      if (!sheet.group && column.item.itemId === kind.nameItem && !column.isNotation) name = cell.trim();
    }
  });
  const number = key === '' ? null : Number(key);
  if (number !== null && !(Number.isInteger(number) && number > 0 && number < 2 ** 31))
    report(columns.indexOf('key'), null, key, { kind: 'keyMalformed' });
  else if (number === null && name === '') report(0, null, '', { kind: 'noName' });
  else
    addLine(
      reading,
      { key: number, version, name, sheet: table.name, row },
      sheet.group?.group ?? null,
      items,
    );
}

type CellGift = Pick<GivenItem, 'part' | 'text'> | { problem: CellProblem } | null;

function giftIn({ item, isNotation }: RecordColumn, cell: string, world: ReadWorld): CellGift {
  const text = cell.trim();
  if (text === CLEAR) return isNotation ? { part: 'notation', text: '' } : { part: 'clear', text: '' };
  if (isNotation) return text === '' ? null : { part: 'notation', text };
  const read = readCell(cell, item, { codes: world.codes[item.itemId] ?? null, now: world.now });
  if (read.kind === 'refused') return { problem: read.problem };
  if (read.kind === 'nullFlavor') return { part: 'nullFlavor', text: read.nullFlavor };
  return read.kind === 'empty' ? null : { part: 'value', text: read.value };
}

/** Lines with the same key, or else the same name, are about one record. */
function addLine(
  { kind: { sameNames }, found, records }: Pick<Reading, 'kind' | 'found' | 'records'>,
  { key, version, name, sheet, row }: Pick<GivenRecord, 'key' | 'version' | 'name' | 'sheet' | 'row'>,
  group: string | null,
  items: GivenItem[],
): void {
  const id = key === null ? `name ${fold(name)}` : `key ${key}`;
  // without a key, each line of a kind that allows the same names is a record
  const known = key === null && sameNames && group === null ? undefined : found.get(id);
  const record: MutableRecord = known ?? { sheet, row, key, version, name, items: [], rows: {}, lines: 0 };
  if (!known) {
    records.push(record);
    found.set(id, record);
    if (name !== '' && !found.has(`name ${fold(name)}`)) found.set(`name ${fold(name)}`, record);
  }
  if (group === null) {
    record.items.push(...items);
    record.lines += 1;
  } else (record.rows[group] ??= []).push({ sheet, row, items });
}

/** The value of an item after a cell was applied to it. Blanks at the ends are in no cell: they stay where nothing else changes. */
export function valueAfter(before: ItemValue, { part, text }: Pick<GivenItem, 'part' | 'text'>): ItemValue {
  if (part === 'clear') return EMPTY_VALUE;
  if (part === 'nullFlavor') return withNullFlavor(before, text);
  if (before[part]?.trim() === text) return before;
  return part === 'notation' ? withNotation(before, text) : withValue(before, text);
}
