/** Tables that users send as files. */

/**
 * A cell: its text; or why it is not read: a formula is not evaluated, the error that one ended in is no value, and of a
 * number with more digits than its program keeps the last ones are not those that were typed.
 */
export type TableCell = string | { unread: 'formula' | 'errorValue' | 'rounded' };

/** The text of a cell without the blanks around it; '' for a cell that is not there or not read. */
export const cellText = (cell: TableCell | undefined): string =>
  typeof cell === 'string' ? cell.trim() : '';

/** A line that people see as empty: spreadsheets keep blanks as they were typed. */
export const isBlankLine = (cells: readonly TableCell[]): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '');

export interface Table {
  name: string;
  /** from the first row of the sheet; a row is as long as its last cell */
  rows: readonly (readonly TableCell[])[];
}
