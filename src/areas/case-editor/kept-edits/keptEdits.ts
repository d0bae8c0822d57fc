/** Edits that the journal holds of a page, as far as they still say anything new. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { rowKey } from '../../../../shared/case/caseContent.ts';
import { changeCount } from '../../../../shared/case/changeSet.ts';
import { differs } from '../../../../shared/case/itemValue.ts';
import type { KeptEdits, PageSession } from '../../../engine/index.ts';
import type { Entry } from '../../../journal/index.ts';
import type { PagePlace } from '../case.queries.ts';

/** Names a page in the journal. */
export const journalPlace = (sponsorKey: number, { caseKey, page, rowNo, matrix }: PagePlace): string =>
  `${sponsorKey}/${caseKey}/${page}/${matrix ?? rowNo ?? ''}`;

/** Edits of an earlier session, offered to the user. */
export interface Offer {
  entry: Entry;
  kept: KeptEdits;
}

const isKept = (edits: unknown): edits is KeptEdits =>
  typeof edits === 'object' && edits !== null && 'changes' in edits && 'startedFrom' in edits;

/**
 * What of an entry can be put back into the page: not what stands there already (the answer of a save was lost), nor
 * what the catalogue does not have any more. Null where nothing is left.
 */
export function offerOf(entry: Entry, session: PageSession, catalogue: Catalogue): Offer | null {
  if (!isKept(entry.edits)) return null;
  const { changes, ...rest } = entry.edits;
  const items = changes.items.filter(
    (item) => item.itemId in catalogue.items && differs(session.get(item), item),
  );
  const rows = changes.rows.filter((row) => {
    const now = session.row(row);
    const stands = now?.rowId === row.rowId && now.sort === row.sort && now.deleted === row.deleted;
    return row.group in catalogue.groups && !stands;
  });
  const kept = { ...rest, changes: { items, rows } };
  return changeCount(kept.changes) > 0 ? { entry, kept } : null;
}

/** Addresses of the changes: rows first, then items, each by the key of its address. */
export const addressesOf = ({ changes: { items, rows } }: KeptEdits) => [
  ...rows.map((row) => {
    const { group: itemId, rowNo, rowNo2, rowNo3 } = row;
    return { address: { itemId, rowNo, rowNo2, rowNo3 }, key: rowKey(row), row, item: null };
  }),
  ...items.map((item) => ({ address: item, key: addressKey(item), row: null, item })),
];
