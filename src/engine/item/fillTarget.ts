/** The part of a page that a record fills: items of some rows, and the rows of groups within. */
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { FilledItem, FillTarget, RowPlace } from '../../../shared/records/masterFill.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import type { PageSession } from '../session/pageSession.ts';

type Read = Pick<PageSession, 'get' | 'rows' | 'store'>;
type Write = Pick<PageSession, 'addRow' | 'closeStep' | 'copy' | 'deleteRow' | 'transaction'>;

/** The rows of a group within the path are one level deeper. */
export const pathOfRow = (path: RowPath, row: CaseRow): RowPath => rowPathOf(row, path.length + 1);

export const fillTarget = (session: Read, path: RowPath): FillTarget => ({
  get: (itemId, row) => session.get(addressAt(itemId, row ? pathOfRow(path, row) : path)),
  rows: (group) => session.store.get(session.rows(group, path)).filter(({ deleted }) => !deleted),
});

/** Writes what a record fills, all of it in one step to undo. Rows that have no address yet are added. */
export function writeFill(
  session: Write,
  path: RowPath,
  { filled, deleted }: { filled: readonly FilledItem[]; deleted: readonly RowPlace[] },
): void {
  // one item alone would be joined with the step that typed it
  session.closeStep();
  session.transaction(() => {
    const added = new Map<string, CaseRow>();
    const rowAt = ({ group, position, row }: RowPlace): CaseRow => {
      const key = `${group}|${position}`;
      const found = row ?? added.get(key) ?? session.addRow(group, path);
      if (!row) added.set(key, found);
      return found;
    };
    for (const { row } of deleted) if (row) session.deleteRow(row);
    for (const { itemId, value, place } of filled)
      session.copy(addressAt(itemId, place ? pathOfRow(path, rowAt(place)) : path), value);
  });
}
