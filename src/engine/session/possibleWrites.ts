/** What of a step can be taken back, or done again, after others have changed the page. */
import { differs } from '../../../shared/case/itemValue.ts';
import type { createCells } from './cells.ts';
import type { Part } from './following.ts';
import type { Write } from './history.ts';
import type { createRows } from './rows.ts';

export function createPossible(
  cells: ReturnType<typeof createCells>,
  rows: ReturnType<typeof createRows>,
): (step: readonly Write<Part>[]) => Write<Part>[] {
  /** Is the part still what a step left? Where somebody else has changed it, the step is none any more. */
  const stands = ({ key, before }: Write<Part>): boolean => {
    if ('item' in before) {
      const now = cells.current(key);
      return !differs(now, before.item) && now.properties?.fileKey === before.item.properties?.fileKey;
    }
    const now = rows.current(key);
    return (
      now?.rowId === before.row?.rowId &&
      now?.sort === before.row?.sort &&
      now?.deleted === before.row?.deleted
    );
  };
  /** Back to where a change started is back to what stands there now; a stored row is struck, never taken away. */
  const asOfNow = (write: Write<Part>): Write<Part> => {
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
  return (step) => step.filter(stands).map(asOfNow);
}
