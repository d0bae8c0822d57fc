/** Tables that users send as files. */

/** A cell: its text; or it has a formula, which is not evaluated. */
export type TableCell = string | { formula: true };

export interface Table {
  name: string;
  /** from the first row of the sheet; a row is as long as its last cell */
  rows: readonly (readonly TableCell[])[];
}
