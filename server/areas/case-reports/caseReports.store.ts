/** Queries of the reports. */
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { REMARKS } from '../../../shared/replay/replay.ts';
import { notFound } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';

/** The organisation a case is sent for. Throws 404 for a sender that the sponsor does not have. */
export async function findSenderName(trx: Trx, sponsorKey: number, senderKey: number): Promise<string> {
  const found = await trx
    .selectFrom('sender')
    .select('organisation')
    .where('sponsor_key', '=', sponsorKey)
    .where('sender_key', '=', senderKey)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found.organisation;
}

/** The last save that changed an item, over all versions of a case. */
export interface ItemChange extends ItemAddress {
  saveNo: number;
}

export async function findRowChanges(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<ItemChange[]> {
  const found = await trx
    .selectFrom('audit_entry')
    .select(['item_id', 'row_no', 'row_no2', 'row_no3'])
    .select(({ fn }) => fn.max('save_no').as('save_no'))
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', 'case')
    .where('scope_key', '=', rootCaseKey)
    .where('row_no', '>', 0)
    .where('action', 'not in', REMARKS)
    .groupBy(['item_id', 'row_no', 'row_no2', 'row_no3'])
    .execute();
  return found.map((row) => ({
    itemId: row.item_id,
    rowNo: row.row_no,
    rowNo2: row.row_no2,
    rowNo3: row.row_no3,
    saveNo: row.save_no,
  }));
}
