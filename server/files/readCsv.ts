/** Reads a CSV file (RFC 4180) that a user sends, with commas, semicolons or tabs between its cells. */
import { readFile } from 'node:fs/promises';
import { decodeText } from '../../shared/text/decodeText.ts';
import type { Table } from '../../shared/text/table.ts';
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROWS, UnreadableTable } from './readXlsx.ts';

/** What spreadsheets were before they were archives. */
const OLD_SPREADSHEET = [0xd0, 0xcf, 0x11, 0xe0];

/** The table, without a name. Throws UnreadableTable. */
export async function readCsv(path: string): Promise<Table> {
  const bytes = await readFile(path);
  if (OLD_SPREADSHEET.every((byte, at) => bytes[at] === byte))
    throw new UnreadableTable('this is a spreadsheet of an old form (.xls); save it as .xlsx');
  const decoded = decodeText(bytes);
  if ('text' in decoded) return { name: '', rows: rowsOf(decoded.text) };
  const { encoding, line } = decoded;
  throw new UnreadableTable(`line ${line} is no text in ${encoding}; save the file as CSV in UTF-8`);
}

/** The line by which spreadsheet programs learn the separator; it is no line of the table. */
const NAMED_SEPARATOR = /^sep=([,;\t])\r?\n/i;

/** Of the first line, outside of quoted cells, the separator that occurs most often. */
function separatorOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function rowsOf(text: string): string[][] {
  const named = NAMED_SEPARATOR.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const rows: string[][] = [[]];
  let index = named?.[0].length ?? 0;
  while (index < text.length) {
    const { cell, end } = text[index] === '"' ? quotedCell(text, index) : plainCell(text, index, separator);
    if (cell.length > MAX_CELL_LENGTH)
      throw new UnreadableTable(`a cell has more than ${MAX_CELL_LENGTH} characters`);
    const row = rows.at(-1) ?? [];
    row.push(unguarded(cell));
    if (row.length > MAX_COLUMNS) throw new UnreadableTable(`more than ${MAX_COLUMNS} columns`);
    if (end >= text.length) break;
    index = end + 1;
    if (text[end] === separator) {
      // a separator at the very end is followed by an empty cell
      if (index === text.length) row.push('');
      continue;
    }
    if (text[end] !== '\r' && text[end] !== '\n')
      throw new UnreadableTable('a quoted cell goes on after its end');
    if (text[end] === '\r' && text[index] === '\n') index += 1;
    if (index < text.length) rows.push([]);
    if (rows.length > MAX_ROWS) throw new UnreadableTable(`more than ${MAX_ROWS} rows`);
  }
  return rows;
}

interface CellEnd {
  cell: string;
  end: number;
}

function plainCell(text: string, start: number, separator: string): CellEnd {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): CellEnd {
  let cell = '';
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote === -1) throw new UnreadableTable('a quoted cell does not end');
    cell += text.slice(index, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    index = quote + 2;
  }
}

/** The apostrophe that `csvLine` writes before what a spreadsheet would take for a formula. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
