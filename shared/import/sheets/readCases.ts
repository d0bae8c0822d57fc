/** The cases that the sheets of a file describe, and the cells that cannot be read. Nothing of a case with such a cell is imported. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../case/caseContent.ts';
import { addressAt, type ItemAddress, type RowPath } from '../../case/itemAddress.ts';
import {
  EMPTY_VALUE,
  withNotation,
  withNullFlavor,
  withValue,
  type ItemValue,
} from '../../case/itemValue.ts';
import type { FileProblem } from '../../entry/cellProblemText.ts';
import { readCell, type CellProblem, type CellResult, type CellWorld } from '../../entry/readCell.ts';
import { noLinesFinding } from '../../entry/headings.ts';
import { fold } from '../../text/fold.ts';
import { cellText, isBlankLine, type Table, type TableCell } from '../../text/table.ts';
import {
  CLEAR,
  REMARK,
  isRemark,
  namesInRemark,
  textAt,
  type ItemColumn,
  type RowKey,
} from './caseSheets.ts';
import type { CellFinding } from './cellFinding.ts';
import { otherHeadings, placeSheets, type PlacedSheet } from './placeSheets.ts';

/** An item of a follow-up that a cell empties. */
export interface Clearing extends ItemAddress {
  /** its second-language text alone; else what it has beside that */
  isNotation: boolean;
}

export interface SheetCase {
  /** the text that ties its lines together; '' where lines belong to no case */
  name: string;
  /** of its line on the sheet of cases */
  row: number;
  /** a row has the number that the file gives it */
  content: CaseContent;
  /** what a follow-up empties */
  cleared: Clearing[];
  findings: CellFinding[];
}

export interface SheetWorld extends Pick<CellWorld, 'now'> {
  codesOf: (item: CatalogueItem) => CellWorld['codes'];
  /** of a coded item, as in `CellWorld` */
  termOf: (item: CatalogueItem, text: string) => CellWorld['term'];
  newUuid: () => string;
}

/** Findings of a case; further ones are counted as one. */
const MAX_FINDINGS = 50;
/** Of a text that a finding repeats. */
const MAX_SHOWN = 200;
const MAX_ROW = 999;

/** The cases in the order of their sheet, behind them one without a name for lines and columns of no case, if there are any. */
export function readCases(
  catalogue: Pick<Catalogue, 'items' | 'groups' | 'pages'>,
  tables: readonly Table[],
  world: SheetWorld,
): SheetCase[] {
  const rest: MutableCase = emptyCase('', 1);
  const cases = new Map<string, MutableCase>();
  const reading: Reading = { world, cases, rest, results: new Map() };
  const placed = placeSheets(catalogue, tables, (finding) => addFinding(rest, finding));
  if (placed.length === 0 && rest.findings.length === 0)
    addFinding(rest, { itemId: null, ...otherHeadings(catalogue, tables) });
  // rows come behind what they are in
  for (const one of placed.toSorted((a, b) => depthOf(a) - depthOf(b)))
    one.table.rows.forEach((cells, index) => {
      if (index === 0) return;
      const at = namesInRemark(cells, one.caseColumn);
      if (at !== undefined)
        addFinding(rest, {
          ...placeOf(one, index, at, textAt(cells, at)),
          itemId: null,
          problem: { kind: 'remark' },
        });
      else if (isRead(one, cells)) readLine(reading, one, { cells, index });
    });
  const [first] = placed;
  if (first && cases.size + rest.findings.length === 0)
    addFinding(rest, { itemId: null, ...noLinesFinding(first.table) });
  return [...cases.values(), ...(rest.findings.length > 0 ? [rest] : [])].map(
    ({ name, row, content, cleared, findings }) => ({ name, row, content, cleared, findings }),
  );
}

/** The words of the cells of coded items: the terms that `termOf` is asked for. */
export function wordsOfTerms(
  catalogue: Pick<Catalogue, 'items' | 'groups' | 'pages'>,
  tables: readonly Table[],
): { item: CatalogueItem; text: string }[] {
  const found: { item: CatalogueItem; text: string }[] = [];
  for (const { table, columns } of placeSheets(catalogue, tables, () => {}))
    columns.forEach((column, at) => {
      if (column?.kind !== 'item' || column.isNotation || column.item.control !== 'codedTerm') return;
      for (const cells of table.rows.slice(1)) {
        const text = cells[at] ?? '';
        if (typeof text === 'string' && text.trim() !== '' && !text.startsWith(REMARK))
          found.push({ item: column.item, text: text.trim() });
      }
    });
  return found;
}

interface MutableCase extends SheetCase {
  /** numbers of its rows by group and the rows around them */
  numbers: Map<string, number[]>;
}

const emptyCase = (name: string, row: number): MutableCase => ({
  name,
  row,
  content: { values: [], rows: [] },
  cleared: [],
  findings: [],
  numbers: new Map(),
});

function addFinding({ findings }: SheetCase, finding: CellFinding): void {
  if (findings.length < MAX_FINDINGS) findings.push({ ...finding, text: finding.text.slice(0, MAX_SHOWN) });
  else if (findings.length === MAX_FINDINGS)
    findings.push({ ...finding, text: '', problem: { kind: 'tooMany' } });
}

interface Reading {
  world: SheetWorld;
  cases: Map<string, MutableCase>;
  rest: MutableCase;
  results: Map<string, CellResult>;
}

interface Line {
  cells: readonly TableCell[];
  /** of the line in its table */
  index: number;
}

const depthOf = ({ group }: PlacedSheet): number =>
  group === null ? 0 : group.groups.length + (group.rowsOf === null ? 0 : 1);

/** A line of remarks, or one without any cell, is no line of a case. */
const isRead = ({ columns, caseColumn }: PlacedSheet, cells: readonly TableCell[]): boolean =>
  !isRemark(cells, caseColumn) && !isBlankLine(cells.filter((_, at) => (columns[at] ?? null) !== null));

const placeOf = ({ table }: PlacedSheet, index: number, at: number, text: string) => ({
  sheet: table.name,
  row: index + 1,
  column: at + 1,
  text,
});

function readLine(reading: Reading, sheet: PlacedSheet, line: Line): void {
  const { cases, rest } = reading;
  const { group, columns, caseColumn } = sheet;
  const { cells } = line;
  const placeAt = (at: number, text: string) => placeOf(sheet, line.index, at, text);
  const problemAt = (at: number, text: string, kind: FileProblem): CellFinding => ({
    ...placeAt(at, text),
    itemId: null,
    problem: { kind },
  });
  const name = textAt(cells, caseColumn);
  const known = cases.get(fold(name));
  if (name === '' || (group !== null && !known)) {
    const cell = cells[caseColumn];
    addFinding(rest, problemAt(caseColumn, name, typeof cell === 'object' ? cell.unread : 'noCase'));
    return;
  }
  const one = known ?? emptyCase(name, line.index + 1);
  if (!known) cases.set(fold(name), one);
  else if (group === null) {
    addFinding(one, problemAt(caseColumn, name, 'caseTwice'));
    return;
  }
  const report: Report = (at, text, kind) => addFinding(one, problemAt(at, text, kind));
  const path = pathOf(one, sheet, line, { report, newUuid: reading.world.newUuid });
  columns.forEach((column, at) => {
    const cell = cells[at] ?? '';
    if (column?.kind !== 'item' || cell === '') return;
    const problem =
      typeof cell === 'string' ? readInto(reading, one, column, path ?? [], cell) : { kind: cell.unread };
    const text = cellText(cell);
    if (problem) addFinding(one, { ...placeAt(at, text), itemId: column.item.itemId, problem });
  });
}

type Report = (at: number, text: string, kind: FileProblem) => void;

/** The numbers of the rows that a line is in, its own last; null: one of them cannot be read. */
function pathOf(
  one: MutableCase,
  { group, columns }: PlacedSheet,
  { cells }: Line,
  { report, newUuid }: { report: Report; newUuid: () => string },
): RowPath | null {
  if (!group) return [];
  const path: number[] = [];
  for (const [depth, name] of group.groups.entries()) {
    const at = columns.findIndex((column) => column?.kind === 'row' && column.group.group === name);
    const isOwn = depth === group.groups.length - 1;
    const around = columns[at] as RowKey | undefined;
    const lender = isOwn ? group.rowsOf : around ? around.group.rowsOf : null;
    const numbers = numbersIn(one, lender ?? name, lender ? [] : path);
    const cell = cells[at];
    if (typeof cell === 'object') {
      report(at, '', cell.unread);
      return null;
    }
    const text = textAt(cells, at);
    const number = numberIn(text, numbers, isOwn && lender === null);
    if (typeof number === 'string') {
      report(Math.max(0, at), text, number);
      return null;
    }
    if (isOwn && lender === null) {
      if (numbers.includes(number)) {
        report(Math.max(0, at), text, 'rowTwice');
        return null;
      }
      addRow(one, { ...addressAt(name, [...path, number]), rowId: newUuid() }, numbers);
    }
    path.push(number);
  }
  return path;
}

/** The number of a row that is new, or of one that is there. */
function numberIn(text: string, known: readonly number[], isNew: boolean): number | FileProblem {
  if (text === '') {
    if (isNew) return Math.max(0, ...known) + 1;
    const [only, ...others] = known;
    return only === undefined ? 'noRow' : others.length > 0 ? 'whichRow' : only;
  }
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MAX_ROW) return 'rowMalformed';
  return isNew || known.includes(number) ? number : 'noRow';
}

/** The numbers of the rows of a group in the rows around them. */
function numbersIn({ numbers }: MutableCase, group: string, around: RowPath): number[] {
  const key = [group, ...around].join('|');
  const known = numbers.get(key) ?? [];
  numbers.set(key, known);
  return known;
}

function addRow(
  { content: { rows } }: MutableCase,
  { itemId: group, rowId, ...numbers }: ItemAddress & { rowId: string },
  known: number[],
): void {
  const sort = numbers.rowNo3 || numbers.rowNo2 || numbers.rowNo;
  known.push(sort);
  rows.push({ group, ...numbers, rowId, sort, deleted: false } satisfies CaseRow);
}

/** The same words in a column mean the same: a list is searched once for each of them. */
function cellResult({ world, results }: Reading, item: CatalogueItem, cell: string): CellResult {
  const text = cell.trim();
  const key = `${item.itemId}|${text}`;
  const known = results.get(key);
  if (known) return known;
  const read = readCell(cell, item, {
    codes: world.codesOf(item),
    term: item.control === 'codedTerm' ? world.termOf(item, text) : undefined,
    now: world.now,
  });
  if (text.length <= MAX_SHOWN) results.set(key, read);
  return read;
}

/** Adds what a cell gives the case; returns why it cannot be read. */
function readInto(
  reading: Reading,
  one: MutableCase,
  { item, isNotation }: ItemColumn,
  path: RowPath,
  cell: string,
): CellProblem | null {
  const text = cell.trim();
  const address = addressAt(item.itemId, path);
  const set = (change: (before: ItemValue) => ItemValue): null => {
    const { values } = one.content;
    const index = values.findIndex((value) => isAt(value, address));
    const before = index < 0 ? EMPTY_VALUE : (values[index] ?? EMPTY_VALUE);
    const after: CaseValue = { ...address, ...change(before) };
    if (index < 0) values.push(after);
    else values[index] = after;
    return null;
  };
  if (text === '') return null;
  if (text === CLEAR) {
    one.cleared.push({ ...address, isNotation });
    return null;
  }
  if (isNotation) return set((before) => withNotation(before, text));
  const read = cellResult(reading, item, cell);
  switch (read.kind) {
    case 'empty':
      return null;
    case 'refused':
      return read.problem;
    case 'nullFlavor':
      return set((before) => withNullFlavor(before, read.nullFlavor));
    case 'value': {
      set((before) => withValue(before, read.value));
      const version = read.version ?? null;
      if (version !== null && item.versionItem) addVersion(one, addressAt(item.versionItem, path), version);
      return null;
    }
  }
}

/** The version of a term that a dictionary has found; one that the file names is not replaced. */
function addVersion({ content: { values } }: MutableCase, address: ItemAddress, version: string): void {
  if (!values.some((value) => isAt(value, address)))
    values.push({ ...address, ...withValue(EMPTY_VALUE, version) });
}

const isAt = (value: ItemAddress, address: ItemAddress): boolean =>
  value.itemId === address.itemId &&
  value.rowNo === address.rowNo &&
  value.rowNo2 === address.rowNo2 &&
  value.rowNo3 === address.rowNo3;
