/** Lines of a CSV file (RFC 4180). */

/** Byte order mark before the first line: spreadsheets then read the file as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * One line with its end. A spreadsheet treats a cell that begins with one of these characters as a formula, also where
 * they are of full width; a leading apostrophe prevents that (CWE-1236), and is doubled where the cell has one itself.
 * In `values` a signed number stays a number; `texts` are always quoted texts.
 */
export const csvLine = (cells: readonly string[], are: 'values' | 'texts'): string =>
  `${cells.map(are === 'texts' ? quoted : valueCell).join(',')}\r\n`;

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;

/** What `csvLine` has a cell begin with comes off again. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** How spreadsheet programs are kept from reading a text as a number: `="00123"`. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

/** The text that a formula gives which is nothing else; undefined for any other cell. */
export const textOfFormula = (cell: string): string | undefined =>
  AS_TEXT.exec(cell)?.[1]?.replaceAll('""', '"');

/** The text of a cell that this program or another one may have kept from being read otherwise. */
export const plainCell = (cell: string): string => textOfFormula(cell) ?? unguarded(cell);

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const quoted = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;
const valueCell = (text: string): string => {
  if (NUMBER.test(text)) return text;
  return /[",\r\n]/.test(text) ? quoted(text) : guarded(text);
};
