/** How many rows and columns a table is made with (specification 2-dialogs sections 5 and 9). */
export interface TableSize {
  rows: number;
  columns: number;
  headerRow: boolean;
}

export const DEFAULT_TABLE: TableSize = { rows: 3, columns: 3, headerRow: true };
export const MAX_LINES = 10;
/** longest that is typed */
export const MAX_DIGITS = 2;

/** 1 to 10, or null if the text is not such a number. */
export function lineCount(text: string): number | null {
  const digits = text.trim();
  const count = Number(digits);
  return /^\d{1,2}$/.test(digits) && count >= 1 && count <= MAX_LINES ? count : null;
}
