/** Why a file has no columns that are known: empty, headings further down, or others than expected. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { LANGUAGES } from '../../schemas/compile/languages.ts';
import { closest } from '../../schemas/compile/check/closest.ts';
import { fold } from '../text/fold.ts';
import { cellText, isBlankLine, type Table, type TableCell } from '../text/table.ts';

export type HeadingsProblem =
  | { kind: 'emptySheet' }
  | { kind: 'noLines' }
  | { kind: 'lowHeadings'; headingRow: number }
  /** headings as a template has them, those first that are like the ones of the file */
  | { kind: 'otherHeadings'; expected: readonly LocalizedText[] };

const KINDS: ReadonlySet<string> = new Set<HeadingsProblem['kind']>([
  'emptySheet',
  'noLines',
  'lowHeadings',
  'otherHeadings',
]);

/** Whether it is a problem of the file, not of one of its cells. */
export const isOfHeadings = (problem: { kind: string }): boolean => KINDS.has(problem.kind);

interface HeadingsFinding {
  sheet: string;
  row: number;
  column: number;
  text: string;
  problem: HeadingsProblem;
}

/** Rows that are searched for headings. */
const MAX_ROW = 20;
/** Headings that are compared with those of a template, and shown. */
const MAX_COMPARED = 8;
const MAX_EXPECTED = 3;
const MAX_HEADING = 60;

const textsOf = (cells: readonly TableCell[] | undefined): string[] =>
  (cells ?? []).flatMap((cell) => cellText(cell) || []);

/** Of a table that has headings and nothing below them. */
export const noLinesFinding = ({ name }: Pick<Table, 'name'>): HeadingsFinding => ({
  sheet: name,
  row: 2,
  column: 1,
  text: '',
  problem: { kind: 'noLines' },
});

/** Of a file in which no table has a known column: what is wrong with the table that has most. */
export function headingsFinding(
  tables: readonly Table[],
  expected: readonly LocalizedText[],
  isKnown: (heading: string) => boolean,
): HeadingsFinding {
  const [table = { name: '', rows: [] }] = tables.toSorted((a, b) => b.rows.length - a.rows.length);
  const at = (row: number, texts: readonly string[], problem: HeadingsProblem): HeadingsFinding => ({
    sheet: table.name,
    row,
    column: 1,
    text: texts.slice(0, MAX_COMPARED).join(' | '),
    problem,
  });
  if (table.rows.every((cells) => textsOf(cells).length === 0)) return at(1, [], { kind: 'emptySheet' });
  const low = table.rows.slice(1, MAX_ROW).findIndex((cells) => textsOf(cells).filter(isKnown).length > 1);
  if (low >= 0) {
    const row = low + 2;
    return at(row, textsOf(table.rows[row - 1]), { kind: 'lowHeadings', headingRow: row });
  }
  const found = textsOf(table.rows[0]);
  return at(1, found, { kind: 'otherHeadings', expected: nearest(found, expected) });
}

/** From 0. */
export interface CellIndex {
  row: number;
  column: number;
}

/** The first cell of each column that has no heading, in the order of their lines. */
export function cellsWithoutHeading(
  { rows }: Pick<Table, 'rows'>,
  headings: readonly string[],
  isRemark: (cells: readonly TableCell[]) => boolean = () => false,
): CellIndex[] {
  const found = new Map<number, CellIndex>();
  rows.forEach((cells, row) => {
    if (row === 0 || isRemark(cells)) return;
    cells.forEach((cell, column) => {
      if ((headings[column] ?? '') === '' && !found.has(column) && !isBlankLine([cell]))
        found.set(column, { row, column });
    });
  });
  return [...found.values()];
}

function nearest(found: readonly string[], expected: readonly LocalizedText[]): LocalizedText[] {
  const byWords = new Map(
    expected.flatMap((heading) => LANGUAGES.map((language) => [wordsOf(heading[language]), heading])),
  );
  const like = found.slice(0, MAX_COMPARED).flatMap((heading) => {
    const name = closest(wordsOf(heading).slice(0, MAX_HEADING), byWords.keys());
    return name === undefined ? [] : (byWords.get(name) ?? []);
  });
  return [...new Set([...like, ...expected])].slice(0, MAX_EXPECTED);
}

/** A heading without the id in brackets. */
const wordsOf = (heading: string): string => fold(heading.replace(/\[[^\]]*\]$/, '').trim());
