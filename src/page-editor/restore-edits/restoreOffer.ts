/** The edits in the journal of a page that differ from its current content. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { changeCount, type ChangeSet } from '../../../shared/case/changeSet.ts';
import { differs } from '../../../shared/case/itemValue.ts';
import type { EditsSnapshot, PageSession } from '../../engine/index.ts';
import type { Entry } from '../../journal/index.ts';

/** Edits of an earlier session that the user may restore. */
export interface RestoreOffer {
  entry: Entry;
  /** with the numbers that its rows have in the page as it is now */
  edits: EditsSnapshot;
  /** what the form cannot take any more: shown, and not restored */
  unfit: ChangeSet;
}

const NOTHING: ChangeSet = { items: [], rows: [] };

const isSnapshot = (edits: unknown): edits is EditsSnapshot =>
  typeof edits === 'object' && edits !== null && 'changes' in edits && 'startedFrom' in edits;

/** The changes of an entry; null if it holds none. */
export const changesIn = ({ edits }: Entry): ChangeSet | null => (isSnapshot(edits) ? edits.changes : null);

/**
 * The part of an entry that can be restored into the page: without values the page has already (the answer of a save
 * was lost), without items the region does not have, and without `unfit`. Null if nothing is left to restore or to show.
 */
export function offerOf(
  entry: Entry,
  session: PageSession,
  catalogue: Catalogue,
  unfit: ChangeSet = NOTHING,
): RestoreOffer | null {
  if (!isSnapshot(entry.edits)) return null;
  const { changes: all, ...rest } = entry.edits;
  const fitting = {
    items: all.items.filter((item) => !unfit.items.includes(item) && item.itemId in catalogue.items),
    rows: all.rows.filter((row) => !unfit.rows.includes(row) && row.group in catalogue.groups),
  };
  const { changes, ...base } = session.renumberEdits({ ...rest, changes: fitting });
  const items = changes.items.filter((item) => differs(session.get(item), item));
  const rows = changes.rows.filter((row) => {
    const now = session.row(row);
    return !(now?.rowId === row.rowId && now.sort === row.sort && now.deleted === row.deleted);
  });
  const edits = { ...base, changes: { items, rows } };
  return changeCount(edits.changes) + changeCount(unfit) > 0 ? { entry, edits, unfit } : null;
}

/** Addresses of the changes: rows first, then items, each by the key of its address. */
export const addressesOf = ({ changes: { items, rows } }: EditsSnapshot) => [
  ...rows.map((row) => {
    const { group: itemId, rowNo, rowNo2, rowNo3 } = row;
    return { address: { itemId, rowNo, rowNo2, rowNo3 }, key: rowKey(row), row, item: null };
  }),
  ...items.map((item) => ({ address: item, key: addressKey(item), row: null, item })),
];
