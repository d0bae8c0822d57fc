/**
 * The focus in a table that is a grid (ARIA Authoring Practices, "Grid"): one stop of the whole table is in the order of
 * Tab, arrows lead from stop to stop. A cell that holds links, buttons or boxes is stopped at on each of those instead of
 * on itself. Works on the table as it is drawn, since cells hold whatever their column draws.
 */

/** Where in a grid the focus is: a row by its key, so that it stays on it when rows come and go around it. */
export interface GridPosition {
  rowKey: string;
  /** counts the rows drawn, the head too; used where the row is gone */
  row: number;
  column: number;
  /** counts the stops of the cell */
  stop: number;
}

/** `data-row` of the row of heads */
export const HEAD = '';

const WIDGETS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';

const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] =>
  [...table.rows].filter(({ dataset }) => dataset.row !== undefined);

const stopsOf = (cell: HTMLElement): HTMLElement[] => {
  const widgets = [...cell.querySelectorAll<HTMLElement>(WIDGETS)];
  return widgets.length > 0 ? widgets : [cell];
};

const rowKeyOf = (row: HTMLTableRowElement | undefined): string => row?.dataset.row ?? HEAD;

/** The position of an element in the table; null if it is not part of a row. */
export function positionOf(table: HTMLTableElement, element: Element): GridPosition | null {
  const cell = element.closest<HTMLTableCellElement>('td, th');
  const rows = rowsOf(table);
  const row = rows.findIndex((one) => one.contains(cell));
  if (!cell || row < 0) return null;
  const stop = Math.max(0, stopsOf(cell).indexOf(element as HTMLElement));
  return { rowKey: rowKeyOf(rows[row]), row, column: cell.cellIndex, stop };
}

/** The element at a position, or the nearest one. */
export function stopAt(table: HTMLTableElement, position: GridPosition): HTMLElement | null {
  const rows = rowsOf(table);
  const same = rows.findIndex((row) => rowKeyOf(row) === position.rowKey);
  const row = rows[same >= 0 ? same : clamp(position.row, rows.length)];
  const cell = row?.cells[clamp(position.column, row.cells.length)];
  if (!cell) return null;
  const stops = stopsOf(cell);
  return stops[clamp(position.stop, stops.length)] ?? null;
}

const clamp = (number: number, length: number): number => Math.max(0, Math.min(length - 1, number));

/** Takes everything but one stop out of the order of Tab. */
export function leaveOneStop(table: HTMLTableElement, stop: HTMLElement | null): void {
  for (const row of rowsOf(table))
    for (const cell of row.cells) for (const one of stopsOf(cell)) one.tabIndex = one === stop ? 0 : -1;
}

/** First row of the body, else the head. */
export const firstPosition = (table: HTMLTableElement): GridPosition => {
  const rows = rowsOf(table);
  const row = rows.length > 1 ? 1 : 0;
  return { rowKey: rowKeyOf(rows[row]), row, column: 0, stop: 0 };
};

export type GridMove =
  | { by: 'stops'; count: 1 | -1 }
  | { by: 'rows'; count: number }
  | { by: 'row'; to: 'start' | 'end' }
  | { by: 'grid'; to: 'start' | 'end' };

/** Where a move leads; at an edge it stays. */
export function moved(table: HTMLTableElement, from: GridPosition, move: GridMove): HTMLElement | null {
  const rows = rowsOf(table);
  const here = rows[from.row];
  const inRow = (row: HTMLTableRowElement | undefined) => [...(row?.cells ?? [])].flatMap(stopsOf);
  switch (move.by) {
    case 'stops': {
      const stops = inRow(here);
      const at = stops.indexOf(stopAt(table, from) ?? stops[0] ?? table);
      return stops[at + move.count] ?? null;
    }
    case 'rows': {
      const row = rows[clamp(from.row + move.count, rows.length)];
      return row && row !== here ? stopAt(table, { ...from, rowKey: rowKeyOf(row), stop: 0 }) : null;
    }
    case 'row':
      return inRow(here).at(move.to === 'start' ? 0 : -1) ?? null;
    case 'grid': {
      const row = move.to === 'start' ? rows[Math.min(1, rows.length - 1)] : rows.at(-1);
      return inRow(row).at(move.to === 'start' ? 0 : -1) ?? null;
    }
  }
}
