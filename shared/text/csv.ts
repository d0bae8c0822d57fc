/** Lines of a CSV file (RFC 4180). */

/** Stands before the first line: spreadsheets then read the file as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * One line, ended. A spreadsheet takes a cell that begins with one of these signs for a formula: an apostrophe before it
 * makes it a text again (CWE-1236). Of `values` a number with a sign stays a number; `texts` are texts whatever they look
 * like, and all in quotes.
 */
export const csvLine = (cells: readonly string[], are: 'values' | 'texts'): string =>
  `${cells.map(are === 'texts' ? quoted : valueCell).join(',')}\r\n`;

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const quoted = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;
const valueCell = (text: string): string => {
  if (NUMBER.test(text)) return text;
  return /[",\r\n]/.test(text) ? quoted(text) : guarded(text);
};
