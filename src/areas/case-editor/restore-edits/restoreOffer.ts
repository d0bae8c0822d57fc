/** The edits in the journal of a page that differ from its current content. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { rowKey } from '../../../../shared/case/caseContent.ts';
import { changeCount } from '../../../../shared/case/changeSet.ts';
import { differs } from '../../../../shared/case/itemValue.ts';
import type { EditsSnapshot, PageSession } from '../../../engine/index.ts';
import type { Entry } from '../../../journal/index.ts';
import type { PageAddress } from '../page.queries.ts';

/** Key of a page in the journal. */
export const journalKey = (sponsorKey: number, { caseKey, page, rowNo, matrix }: PageAddress): string =>
  `${sponsorKey}/${caseKey}/${page}/${matrix ?? rowNo ?? ''}`;

/** Edits of an earlier session that the user may restore. */
export interface RestoreOffer {
  entry: Entry;
  edits: EditsSnapshot;
}

const isSnapshot = (edits: unknown): edits is EditsSnapshot =>
  typeof edits === 'object' && edits !== null && 'changes' in edits && 'startedFrom' in edits;

/**
 * The part of an entry that can be restored into the page: without values the page has already (the answer of a save
 * was lost), and without items the catalogue no longer has. Null where nothing is left.
 */
export function offerOf(entry: Entry, session: PageSession, catalogue: Catalogue): RestoreOffer | null {
  if (!isSnapshot(entry.edits)) return null;
  const { changes, ...rest } = entry.edits;
  const items = changes.items.filter(
    (item) => item.itemId in catalogue.items && differs(session.get(item), item),
  );
  const rows = changes.rows.filter((row) => {
    const now = session.row(row);
    const isStored = now?.rowId === row.rowId && now.sort === row.sort && now.deleted === row.deleted;
    return row.group in catalogue.groups && !isStored;
  });
  const edits = { ...rest, changes: { items, rows } };
  return changeCount(edits.changes) > 0 ? { entry, edits } : null;
}

/** Addresses of the changes: rows first, then items, each by the key of its address. */
export const addressesOf = ({ changes: { items, rows } }: EditsSnapshot) => [
  ...rows.map((row) => {
    const { group: itemId, rowNo, rowNo2, rowNo3 } = row;
    return { address: { itemId, rowNo, rowNo2, rowNo3 }, key: rowKey(row), row, item: null };
  }),
  ...items.map((item) => ({ address: item, key: addressKey(item), row: null, item })),
];
