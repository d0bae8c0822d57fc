/** Lines of a CSV file (RFC 4180). */

/**
 * One line, ended. A spreadsheet takes a text that begins with one of these signs for a formula: an apostrophe before it
 * makes it a text again (CWE-1236). Numbers with a sign stay numbers.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
