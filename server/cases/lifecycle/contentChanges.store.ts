/** The query for what was changed of a version. Takes the transaction it is part of, and decides nothing. */
import { changesOfOthers, type SinceRead } from '../../audit/changesOfOthers.store.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from '../record/case.store.ts';

interface ChangesOfOthers extends SinceRead {
  /** items that are left out */
  unseen: readonly string[];
}

/** Changes of values and rows of the version by other users and by the product, the newest first. */
export const findChangesOfOthers = (
  trx: Trx,
  version: CaseRecord,
  { unseen, ...sinceRead }: ChangesOfOthers,
) =>
  changesOfOthers(trx, version, sinceRead)
    .select(['s.at', 's.user_name', 'e.item_id'])
    .where((eb) => eb.not(eb('e.item_id', '=', eb.fn.any(eb.val([...unseen])))))
    .orderBy('s.save_no', 'desc')
    .orderBy('e.entry_no')
    .execute();
