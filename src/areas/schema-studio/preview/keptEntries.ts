/** Entries typed into the form beside the editor, page by page: they stay while the form is drawn again. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import {
  createPageSession,
  type KeptEdits,
  type PageSession,
  type PageSessionInput,
} from '../../../engine/index.ts';

export interface EntryShelf {
  /** A session of the page with what was typed into it before, as far as the catalogue still has the items. */
  open(input: PageSessionInput): PageSession;
}

export function createEntryShelf(): EntryShelf {
  const shelf = new Map<string, KeptEdits>();
  return {
    open(input) {
      const session = createPageSession(input);
      const kept = shelf.get(input.page);
      if (kept) session.restoreEdits(stillThere(kept, input.catalogue));
      session.subscribeEdits(() => void shelf.set(input.page, session.snapshotEdits()));
      return session;
    },
  };
}

/** Rows and items of the catalogue that stand at the depth they were typed at. */
function stillThere(kept: KeptEdits, { items, groups }: Catalogue): KeptEdits {
  const depth = ({ rowNo, rowNo2, rowNo3 }: { rowNo: number; rowNo2: number; rowNo3: number }) =>
    [rowNo, rowNo2, rowNo3].filter((number) => number > 0).length;
  return {
    ...kept,
    changes: {
      items: kept.changes.items.filter((item) => items[item.itemId]?.groups.length === depth(item)),
      rows: kept.changes.rows.filter((row) => groups[row.group]?.groups.length === depth(row)),
    },
  };
}
