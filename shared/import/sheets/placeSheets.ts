/** Which sheet of cases each table of a file is, by the ids in its headings. */
import type { Catalogue, CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import { inEachLanguage } from '../../../schemas/compile/languages.ts';
import { cellsWithoutHeading, headingsFinding, type CellIndex } from '../../entry/headings.ts';
import { cellText, isBlankLine, type Table } from '../../text/table.ts';
import { headingOf, isInSheets, isRemark, textAt, type CaseColumn } from './caseSheets.ts';
import type { CellFinding } from './cellFinding.ts';

export interface PlacedSheet {
  table: Table;
  /** null: the sheet of cases */
  group: CatalogueGroup | null;
  /** by index; null: it is not read */
  columns: readonly (CaseColumn | null)[];
  caseColumn: number;
}

type Catalogued = Pick<Catalogue, 'items' | 'groups' | 'pages'>;

/**
 * Leaves tables without any column of a case out. `report`: columns that nothing is read of, and such tables with cells beside
 * others that are read.
 */
export function placeSheets(
  catalogue: Catalogued,
  tables: readonly Table[],
  report: (finding: CellFinding) => void,
): PlacedSheet[] {
  const others: Table[] = [];
  const placed = tables.flatMap((table) => {
    const headings = (table.rows[0] ?? []).map(cellText);
    const found = headings.map((heading) => columnNamed(catalogue, heading));
    if (found.every((column) => column === null)) {
      if (!isOfTemplate(table)) others.push(table);
      return [];
    }
    const at = (index: number, kind: 'unknownColumn' | 'noCaseColumn') =>
      report(findingAt(table, { row: 0, column: index }, kind));
    const caseColumn = found.findIndex((column) => column?.kind === 'case');
    if (caseColumn < 0) {
      at(0, 'noCaseColumn');
      return [];
    }
    const group = groupOf(catalogue, found);
    const columns = found.map((column, index) => {
      const isFirst = column !== null && found.findIndex((other) => isSame(other, column)) === index;
      const isRead = isFirst && belongsTo(column, group);
      if (!isRead && (headings[index] ?? '') !== '') at(index, 'unknownColumn');
      return isRead ? column : null;
    });
    for (const cell of cellsWithoutHeading(table, headings, (cells) => isRemark(cells, caseColumn)))
      report(findingAt(table, cell, 'unknownColumn'));
    // beside columns that are all unknown, the names of cases do not tell what the lines are
    const isPlaced = columns.some((column) => column !== null && column.kind !== 'case');
    const isOnlyNames = headings.filter((heading) => heading !== '').length === 1;
    return isPlaced || isOnlyNames ? [{ table, group, columns, caseColumn }] : [];
  });
  if (placed.length > 0)
    for (const table of others)
      for (const cell of cellsIn(table.rows).slice(0, 1)) report(findingAt(table, cell, 'unknownColumn'));
  return placed;
}

const cellsIn = (rows: Table['rows']): CellIndex[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => (isBlankLine([cell]) ? [] : [{ row, column }])),
  );

const findingAt = (
  { name, rows }: Table,
  { row, column }: CellIndex,
  kind: 'unknownColumn' | 'noCaseColumn',
): CellFinding => ({
  sheet: name,
  row: row + 1,
  column: column + 1,
  itemId: null,
  text: textAt(rows[row] ?? [], column),
  problem: { kind },
});

/** The sheets of a template that hold no cases. */
const isOfTemplate = ({ name }: Table): boolean => name.startsWith('_');

/** What is wrong with a file of which no table has a column of a case. */
export function otherHeadings(catalogue: Catalogued, tables: readonly Table[]) {
  const headings = Object.values(catalogue.items)
    .filter((item) => isInSheets(catalogue, item))
    .toSorted((a, b) => a.sort - b.sort)
    .map((item) =>
      inEachLanguage((language) => headingOf({ kind: 'item', item, isNotation: false }, language)),
    );
  const own = tables.filter((table) => !isOfTemplate(table));
  return headingsFinding(own, headings, (heading) => columnNamed(catalogue, heading) !== null);
}

/** By the id in brackets at its end, or a heading that is the id alone. */
function columnNamed({ items, groups, pages }: Catalogued, heading: string): CaseColumn | null {
  const id = /\[([^\]]+)\]$/.exec(heading)?.[1] ?? heading;
  if (id === 'case') return { kind: 'case' };
  if (id.startsWith('row/')) {
    const group = groups[id.slice('row/'.length)];
    return group ? { kind: 'row', group } : null;
  }
  const isNotation = id.endsWith('/2');
  const item = items[isNotation ? id.slice(0, -'/2'.length) : id];
  return item && isInSheets({ pages }, item) && (!isNotation || item.notation)
    ? { kind: 'item', item, isNotation }
    : null;
}

/** The deepest group that its columns name. */
function groupOf({ groups }: Catalogued, columns: readonly (CaseColumn | null)[]): CatalogueGroup | null {
  const rows = columns.flatMap((column) => (column?.kind === 'row' ? [column.group] : []));
  const ofItems = columns.flatMap((column) =>
    column?.kind === 'item' ? (groups[column.item.groups.at(-1) ?? ''] ?? []) : [],
  );
  const deepest = [...rows, ...ofItems].toSorted((a, b) => b.groups.length - a.groups.length)[0];
  return deepest ?? null;
}

function belongsTo(column: CaseColumn, group: CatalogueGroup | null): boolean {
  if (column.kind === 'case') return true;
  if (column.kind === 'row') return group !== null && group.groups.includes(column.group.group);
  return (column.item.groups.at(-1) ?? null) === (group?.group ?? null);
}

const isSame = (one: CaseColumn | null, other: CaseColumn): boolean =>
  one !== null &&
  one.kind === other.kind &&
  (one.kind === 'case' ||
    (one.kind === 'row' && other.kind === 'row' && one.group === other.group) ||
    (one.kind === 'item' &&
      other.kind === 'item' &&
      one.item === other.item &&
      one.isNotation === other.isNotation));
