/** Unsaved edits: as changes to send, and as a snapshot to keep elsewhere and restore later. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow } from '../../../shared/case/caseContent.ts';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import { addressKey, parseAddressKey } from '../../../shared/case/itemAddress.ts';
import type { Cells } from './cells.ts';
import type { Part } from './derivation.ts';
import type { Write } from './history.ts';
import type { EditsSnapshot } from './pageSession.types.ts';
import type { Rows } from './rows.ts';

interface UnsavedInput {
  catalogue: Catalogue;
  cells: Cells;
  rows: Rows;
  /** when the page was read last */
  readAt: () => string | null;
  /** the row that the first save adds; null where the page is stored, or is none */
  newRow: CaseRow | null;
}

const based = (basedOn: string | undefined) => (basedOn === undefined ? {} : { basedOn });

export function createUnsaved({ catalogue, cells, rows, readAt, newRow }: UnsavedInput) {
  let added = newRow;
  const sortOf = (itemId: string): number => catalogue.items[itemId]?.sort ?? 0;

  /** Exactly what differs from the original, in the order of the catalogue. */
  const changes = (): ChangeSet => ({
    items: [...cells.dirty]
      .map((key) => ({ ...parseAddressKey(key), ...cells.current(key), ...based(cells.basedOn(key)) }))
      .sort(
        (a, b) =>
          sortOf(a.itemId) - sortOf(b.itemId) ||
          a.rowNo - b.rowNo ||
          a.rowNo2 - b.rowNo2 ||
          a.rowNo3 - b.rowNo3,
      ),
    rows: [...rows.dirty].flatMap((key) => {
      const row = rows.current(key);
      return row ? [{ ...row, ...based(rows.basedOn(key)) }] : [];
    }),
  });

  /** A snapshot with the numbers that its rows have beside those of the page. */
  const renumber = (snapshot: EditsSnapshot): EditsSnapshot => {
    const { changes: made, startedFrom, unanswered, ...rest } = snapshot;
    const numbers = rows.numbersFor(made.rows);
    const inPage = ({ items, rows: ofRows }: ChangeSet): ChangeSet => ({
      items: items.map(numbers.address),
      rows: ofRows.map(numbers.row),
    });
    return {
      ...rest,
      ...(unanswered && { unanswered: inPage(unanswered) }),
      changes: inPage(made),
      startedFrom: startedFrom.map(numbers.address),
    };
  };

  return {
    changes,
    renumber,
    newRow: () => added,

    /** The changes with the values they started from. */
    snapshot(): EditsSnapshot {
      const unsaved = changes();
      const startedFrom = unsaved.items.map(({ itemId, rowNo, rowNo2, rowNo3 }) => {
        const address = { itemId, rowNo, rowNo2, rowNo3 };
        return { ...address, ...cells.startedFrom(addressKey(address)) };
      });
      const unanswered = { items: cells.unanswered(), rows: rows.unanswered() };
      return {
        changes: unsaved,
        retrievedAt: readAt(),
        startedFrom,
        ...(changeCount(unanswered) > 0 && { unanswered }),
        ...(added && { rowId: added.rowId }),
      };
    },

    /** Applies a snapshot to the originals with one `record`; the values its edits started from stay known. */
    restore(snapshot: EditsSnapshot, record: (writes: readonly Write<Part>[]) => void): void {
      const { changes: unsaved, retrievedAt, startedFrom, unanswered, rowId } = renumber(snapshot);
      if (added && rowId !== undefined) added = { ...added, rowId };
      const started = new Map(startedFrom.map((value) => [addressKey(value), value]));
      record([
        ...unsaved.rows.map(({ basedOn: _, ...row }) => {
          const key = rowKey(row);
          return { key, before: { row: rows.current(key) }, after: { row } };
        }),
        ...unsaved.items.map((item) => {
          const key = addressKey(item);
          const { value, nullFlavor, notation, properties } = item;
          const after = { item: { value, nullFlavor, notation, properties: properties ?? null } };
          return { key, before: { item: cells.current(key) }, after };
        }),
      ]);
      const restored = new Set([...unsaved.items.map(addressKey), ...unsaved.rows.map(rowKey)]);
      cells.addUnanswered((unanswered?.items ?? []).filter((item) => restored.has(addressKey(item))));
      rows.addUnanswered((unanswered?.rows ?? []).filter((row) => restored.has(rowKey(row))));
      const earlier = (basedOn: string | null): string | null => (basedOn === readAt() ? null : basedOn);
      for (const item of unsaved.items) {
        const key = addressKey(item);
        // the page has read what an earlier save stored
        const at = cells.settle(key, cells.original(key)) ? null : earlier(item.basedOn ?? retrievedAt);
        const { value = null, nullFlavor = null, notation = null } = started.get(key) ?? {};
        if (at !== null) cells.startFrom(key, { value, nullFlavor, notation }, at);
      }
      for (const row of unsaved.rows) {
        const key = rowKey(row);
        const stored = rows.original(key);
        const isOwn = stored !== null && rows.settle(key, stored);
        const at = isOwn ? null : earlier(row.basedOn ?? retrievedAt);
        if (at !== null) rows.startFrom(key, at);
      }
    },
  };
}
