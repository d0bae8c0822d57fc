/** The edits in the journal of a page that differ from its current content. */
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { rowAddress, rowKey } from '../../../shared/case/caseContent.ts';
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

/** Edits as far as the form of the session has their items and rows, and the others. */
export function separateEdits(
  { changes: { items, rows }, ...base }: EditsSnapshot,
  session: PageSession,
): { fitting: EditsSnapshot; unfit: ChangeSet } {
  const part = (isIn: boolean): ChangeSet => ({
    items: items.filter((item) => session.has(item) === isIn),
    rows: rows.filter((row) => session.has(rowAddress(row)) === isIn),
  });
  return { fitting: { ...base, changes: part(true) }, unfit: part(false) };
}

/**
 * The part of an entry that can be restored into the page: without values the page has already (the answer of a save
 * was lost), without what its form has elsewhere or not at all, and without `misfits`, which it has otherwise. Null if nothing
 * is left to restore or to show.
 */
export function offerOf(
  entry: Entry,
  session: PageSession,
  misfits: ChangeSet = NOTHING,
): RestoreOffer | null {
  if (!isSnapshot(entry.edits)) return null;
  const { fitting, unfit: absent } = separateEdits(entry.edits, session);
  const unfit = {
    items: [...new Set([...absent.items, ...misfits.items])],
    rows: [...new Set([...absent.rows, ...misfits.rows])],
  };
  const { changes, ...base } = session.renumberEdits({
    ...fitting,
    changes: {
      items: fitting.changes.items.filter((item) => !unfit.items.includes(item)),
      rows: fitting.changes.rows.filter((row) => !unfit.rows.includes(row)),
    },
  });
  const items = changes.items.filter((item) => differs(session.get(item), item));
  const rows = changes.rows.filter((row) => {
    const now = session.row(row);
    return !(now?.rowId === row.rowId && now.sort === row.sort && now.deleted === row.deleted);
  });
  const edits = { ...base, changes: { items, rows } };
  return changeCount(edits.changes) + changeCount(unfit) > 0 ? { entry, edits, unfit } : null;
}

/** Addresses of the changes: rows first, then items, each with a key; a row may have the address of an item in it. */
export const addressesOf = ({ changes: { items, rows } }: EditsSnapshot) => [
  ...rows.map((row) => {
    return { address: rowAddress(row), key: `row ${rowKey(row)}`, row, item: null };
  }),
  ...items.map((item) => ({ address: item, key: addressKey(item), row: null, item })),
];
