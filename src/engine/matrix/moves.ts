/** Where a key leads in a grid of rows and columns. Pure. */

export interface CellPosition {
  row: number;
  col: number;
}

export interface GridSize {
  rows: number;
  cols: number;
  /** rows that are in sight at once */
  page: number;
}

const clamp = (number: number, count: number): number =>
  Math.min(Math.max(number, 0), Math.max(count - 1, 0));

/** The place a key leads to; null where the key is none of the grid's. At an edge it is the same place. */
export function positionAfter(
  { row, col }: CellPosition,
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  { rows, cols, page }: GridSize,
): CellPosition | null {
  if (altKey || shiftKey) return null;
  const whole = ctrlKey || metaKey;
  const to = (nextRow: number, nextCol: number): CellPosition => ({
    row: clamp(nextRow, rows),
    col: clamp(nextCol, cols),
  });
  if (key === 'Home') return to(whole ? 0 : row, 0);
  if (key === 'End') return to(whole ? rows - 1 : row, cols - 1);
  if (whole) return null;
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, col);
    case 'ArrowDown':
      return to(row + 1, col);
    case 'ArrowLeft':
      return to(row, col - 1);
    case 'ArrowRight':
      return to(row, col + 1);
    case 'PageUp':
      return to(row - page, col);
    case 'PageDown':
      return to(row + page, col);
    default:
      return null;
  }
}

/** A stretch of equally sized lines, `to` excluded. */
export interface Stretch {
  from: number;
  to: number;
}

/** The lines that a window shows, with some around them. */
export function stretchInSight(
  { offset, extent, size }: { offset: number; extent: number; size: number },
  count: number,
  around: number,
): Stretch {
  const from = Math.floor(offset / size) - around;
  const to = Math.ceil((offset + extent) / size) + around;
  return { from: Math.max(0, from), to: Math.min(count, Math.max(to, 1)) };
}

/** Numbers of a stretch in order, and one more that must be there: the line that has the focus. */
export function linesOf({ from, to }: Stretch, focused: number): number[] {
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (focused < 0 || (focused >= from && focused < to)) return lines;
  return focused < from ? [focused, ...lines] : [...lines, focused];
}

/** How far to scroll so that a line is wholly in sight: the offset as it is where it already is. */
export function offsetFor(
  line: number,
  { offset, extent, size }: { offset: number; extent: number; size: number },
): number {
  const start = line * size;
  if (start < offset) return start;
  return Math.max(offset, start + size - extent);
}
