/** Reads a CSV file (RFC 4180) that a user sends, with commas, semicolons or tabs between its cells. */
import { readFile } from 'node:fs/promises';
import { plainCell } from '../../shared/text/csv.ts';
import { decodeText } from '../../shared/text/decodeText.ts';
import { FAULT_TEXTS, readSeparated, type SeparatedOptions } from '../../shared/text/readSeparated.ts';
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

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  for (const { cells } of readSeparated(text, OPTIONS)) {
    if (cells.some(({ length }) => length > MAX_CELL_LENGTH))
      throw new UnreadableTable(`a cell has more than ${MAX_CELL_LENGTH} characters`);
    rows.push(cells.map(plainCell));
    if (rows.length > MAX_ROWS) throw new UnreadableTable(`more than ${MAX_ROWS} rows`);
  }
  return rows;
}

const OPTIONS: SeparatedOptions = {
  separators: [',', ';', '\t'],
  maxColumns: MAX_COLUMNS,
  refuse: (fault) => {
    throw new UnreadableTable(
      fault === 'tooManyColumns' ? `more than ${MAX_COLUMNS} columns` : FAULT_TEXTS[fault],
    );
  },
};
