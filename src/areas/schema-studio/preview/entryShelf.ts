/** Preserves what is typed into the preview form, page by page, while the form is compiled again. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import {
  createPageSession,
  type EditsSnapshot,
  type PageSession,
  type PageSessionInput,
} from '../../../engine/index.ts';

export interface EntryShelf {
  /** A session of the page with the earlier entries that the catalogue still has items for. */
  open(input: PageSessionInput): PageSession;
}

export function createEntryShelf(): EntryShelf {
  const shelf = new Map<string, EditsSnapshot>();
  return {
    open(input) {
      const session = createPageSession(input);
      const snapshot = shelf.get(input.page);
      if (snapshot) session.restoreEdits(applicableEdits(snapshot, input.catalogue));
      session.subscribeEdits(() => void shelf.set(input.page, session.snapshotEdits()));
      return session;
    },
  };
}

/** The edits whose rows and items still exist at the same depth. */
function applicableEdits(snapshot: EditsSnapshot, { items, groups }: Catalogue): EditsSnapshot {
  const depth = ({ rowNo, rowNo2, rowNo3 }: { rowNo: number; rowNo2: number; rowNo3: number }) =>
    [rowNo, rowNo2, rowNo3].filter((number) => number > 0).length;
  return {
    ...snapshot,
    changes: {
      items: snapshot.changes.items.filter((item) => items[item.itemId]?.groups.length === depth(item)),
      rows: snapshot.changes.rows.filter((row) => groups[row.group]?.groups.length === depth(row)),
    },
  };
}
