/** A table from the clipboard or a text area: rows of cells as texts. */
export type CopiedTable = readonly (readonly string[])[];

/**
 * Tab-separated text as spreadsheets copy it: a cell with tabs, line ends or quotes is quoted, with quotes doubled.
 * Trailing empty lines are dropped, short rows padded.
 */
export function readTsv(text: string): CopiedTable {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    rows.at(-1)?.push(cell);
    if (end >= text.length) break;
    const isLineEnd = text[end] !== '\t';
    if (isLineEnd) rows.push([]);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return rectangle(rows);
}

/** The table as a spreadsheet copies it, which `readTsv` reads again. */
export const writeTsv = (table: CopiedTable): string =>
  table
    .map((row) =>
      row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

function plainCell(text: string, from: number): [cell: string, end: number] {
  let end = from;
  while (end < text.length && !'\t\r\n'.includes(text[end] ?? '')) end += 1;
  return [text.slice(from, end), end];
}

/** A quote that no separator follows was no beginning of a quoted cell, but a part of the text. */
function quotedCell(text: string, from: number): [cell: string, end: number] {
  let end = from + 1;
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
  const after = end + 1;
  const isClosed = end < text.length && (after >= text.length || '\t\r\n'.includes(text[after] ?? ''));
  return isClosed ? [text.slice(from + 1, end).replaceAll('""', '"'), after] : plainCell(text, from);
}

/** The first table of a piece of html; null where it has none. */
function readHtml(html: string): CopiedTable | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  return table && rectangle(cellsOf(table));
}

/** Cells merged across or down are read once, as spreadsheets do in their text: what is beside them keeps its column. */
function cellsOf({ rows }: HTMLTableElement): string[][] {
  const lines: (string | undefined)[][] = [...rows].map(() => []);
  for (const [at, row] of [...rows].entries())
    for (const cell of row.cells) {
      const line = lines[at] ?? [];
      let column = 0;
      while (line[column] !== undefined) column += 1;
      // 0: down to the last row
      const below = cell.rowSpan === 0 ? undefined : at + cell.rowSpan;
      for (const covered of lines.slice(at, below))
        for (let across = 0; across < cell.colSpan; across += 1) covered[column + across] = '';
      line[column] = textOf(cell);
    }
  return lines.map((line) => Array.from(line, (text) => text ?? ''));
}

/** Line breaks stay; other space is as it is shown. */
function textOf(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  return (cell.textContent ?? '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .trim();
}

function rectangle(rows: readonly (readonly string[])[]): CopiedTable {
  const filled = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== '')) + 1;
  const filledRows = rows.slice(0, filled);
  const width = Math.max(0, ...filledRows.map((row) => row.findLastIndex((cell) => cell.trim() !== '') + 1));
  return filledRows.map((row) => Array.from({ length: width }, (_, index) => (row[index] ?? '').trim()));
}

/** What a clipboard holds as a table: its html if that is one, else its text. */
export const tableOf = (clipboard: { html: string; text: string }): CopiedTable =>
  (clipboard.html === '' ? null : readHtml(clipboard.html)) ?? readTsv(clipboard.text);
