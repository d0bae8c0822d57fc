/** The writes of a step that can still be undone, or done again, after others have changed the page. */
import { differs } from '../../../shared/case/itemValue.ts';
import type { Cells } from './cells.ts';
import type { Part } from './derivation.ts';
import type { Write } from './history.ts';
import type { Rows } from './rows.ts';

/** Whether two states of an item, or of a row, are the same. */
export function isSamePart(a: Part, b: Part): boolean {
  if ('item' in a)
    return (
      'item' in b && !differs(a.item, b.item) && a.item.properties?.fileKey === b.item.properties?.fileKey
    );
  return (
    'row' in b &&
    a.row?.rowId === b.row?.rowId &&
    a.row?.sort === b.row?.sort &&
    a.row?.deleted === b.row?.deleted
  );
}

export function createPossible(cells: Cells, rows: Rows): (step: readonly Write<Part>[]) => Write<Part>[] {
  /** Is the part still as the step left it? A part that another user has changed is not undone. */
  const isUntouched = ({ key, before }: Write<Part>): boolean =>
    isSamePart(before, 'item' in before ? { item: cells.current(key) } : { row: rows.current(key) });
  /** Undoing to where a change started undoes to the original of now; a stored row is deleted, never removed. */
  const adapted = (write: Write<Part>): Write<Part> => {
    const { key, after } = write;
    if ('item' in after)
      return differs(after.item, cells.startedFrom(key))
        ? write
        : { ...write, after: { item: cells.original(key) } };
    const now = rows.current(key);
    return after.row === null && now && rows.isStored(key)
      ? { ...write, after: { row: { ...now, deleted: true } } }
      : write;
  };
  /** To add a row again that a save had stored when its addition was undone is to take its deletion back. */
  const addedAgain = ({ key, before, after }: Write<Part>): Write<Part> | null => {
    if (!('row' in before) || before.row || !('row' in after) || !after.row) return null;
    const now = rows.current(key);
    const isDeletedHere = now?.deleted === true && rows.original(key)?.deleted === false;
    if (!isDeletedHere || now.rowId !== after.row.rowId) return null;
    return { key, before: { row: now }, after: { row: { ...now, deleted: false } } };
  };
  return (step) => step.flatMap((write) => addedAgain(write) ?? (isUntouched(write) ? adapted(write) : []));
}
