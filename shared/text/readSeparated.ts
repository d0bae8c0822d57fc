/** Reads a text of cells with separators between them (RFC 4180): CSV, with any line ends and quoted cells. */

export interface SeparatedLine {
  cells: string[];
  /** of the text that it begins in, from 1 */
  line: number;
}

/** Why a text cannot be read. */
export type SeparatedFault = 'goesOn' | 'noEnd' | 'tooManyColumns';

export const FAULT_TEXTS: Readonly<Record<Exclude<SeparatedFault, 'tooManyColumns'>, string>> = {
  goesOn: 'a quoted cell goes on after its end',
  noEnd: 'a quoted cell does not end',
};

export interface SeparatedOptions {
  /** which separators there may be; the first line has most of the one that is meant */
  separators: readonly string[];
  maxColumns: number;
  /** throws */
  refuse: (fault: SeparatedFault, line: number) => never;
}

/** Each line with its cells; the end of the last line begins no other one. */
export function* readSeparated(text: string, options: SeparatedOptions): Generator<SeparatedLine> {
  const { maxColumns, refuse } = options;
  const start = startOf(text, options.separators);
  const { separator } = start;
  let { index, line } = start;
  while (index < text.length) {
    const cells: string[] = [];
    const first = line;
    let end: string | undefined = separator;
    while (end === separator) {
      const quote = afterBlanks(text, index, separator);
      const isQuoted = text[quote] === '"';
      const { cell, next }: CellEnd = isQuoted
        ? quotedCell(text, quote, separator)
        : plainCell(text, index, separator);
      if (next < 0) return refuse('noEnd', line);
      cells.push(cell);
      if (cells.length > maxColumns) refuse('tooManyColumns', line);
      if (isQuoted) line += linesIn(cell);
      end = text[next];
      index = next + 1;
    }
    if (end !== undefined && end !== '\n' && end !== '\r') refuse('goesOn', line);
    if (end === '\r' && text[index] === '\n') index += 1;
    line += 1;
    yield { cells, line: first };
  }
}

/** A line by which spreadsheet programs learn the separator; it is no line of the table. */
const NAMED_SEPARATOR = /^sep=(.)\r?\n/i;

function startOf(text: string, separators: readonly string[]) {
  const [named, separator = ''] = NAMED_SEPARATOR.exec(text) ?? [];
  if (named !== undefined && separators.includes(separator))
    return { separator, index: named.length, line: 2 };
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (one: string): number => line.split(one).length;
  const likeliest = separators.reduce((best, next) => (count(next) > count(best) ? next : best));
  return { separator: likeliest, index: 0, line: 1 };
}

interface CellEnd {
  cell: string;
  /** of the character behind it; -1: it does not end */
  next: number;
}

function plainCell(text: string, start: number, separator: string): CellEnd {
  let next = start;
  while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r')
    next += 1;
  return { cell: text.slice(start, next), next };
}

/** Where the blanks end that programs and people write around quotes; they are no part of the cell, nor its separator. */
function afterBlanks(text: string, start: number, separator: string): number {
  let next = start;
  while ((text[next] === ' ' || text[next] === '\t') && text[next] !== separator) next += 1;
  return next;
}

function quotedCell(text: string, start: number, separator: string): CellEnd {
  let cell = '';
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return { cell, next: -1 };
    cell += text.slice(index, quote);
    if (text[quote + 1] !== '"') return { cell, next: afterBlanks(text, quote + 1, separator) };
    cell += '"';
    index = quote + 2;
  }
}

const linesIn = (cell: string): number => cell.split('\n').length - 1;
