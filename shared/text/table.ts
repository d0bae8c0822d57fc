/** Tables that users send as files. */

/** A cell: its text; or why it is not read: a formula is not evaluated, and the error that one ended in is no value. */
export type TableCell = string | { unread: 'formula' | 'errorValue' };

/** A line that people see as empty: spreadsheets keep blanks as they were typed. */
export const isBlankLine = (cells: readonly TableCell[]): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '');

export interface Table {
  name: string;
  /** from the first row of the sheet; a row is as long as its last cell */
  rows: readonly (readonly TableCell[])[];
}
