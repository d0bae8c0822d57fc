/** The name that spreadsheets give a cell, e.g. AB7. */
export function cellReference({ row, column }: { row: number; column: number }): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}
