/** The query for what was changed of a version. Takes the transaction it is part of, and decides nothing. */
import { CHANGES_CONTENT } from '../../audit/versionAuthors.store.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from '../record/case.store.ts';

interface ChangesOfOthers {
  /** whose own saves are left out */
  userKey: number;
  since: Date;
  /** items that are left out */
  unseen: readonly string[];
}

/** Changes of values and rows of the version by other users and by the product, the newest first. */
export const findChangesOfOthers = (
  trx: Trx,
  { sponsor_key, root_case_key, case_key }: CaseRecord,
  { userKey, since, unseen }: ChangesOfOthers,
) =>
  trx
    .selectFrom('audit_save as s')
    .innerJoin('audit_entry as e', (join) =>
      join
        .onRef('e.sponsor_key', '=', 's.sponsor_key')
        .onRef('e.scope', '=', 's.scope')
        .onRef('e.scope_key', '=', 's.scope_key')
        .onRef('e.save_no', '=', 's.save_no'),
    )
    .select(['s.at', 's.user_name', 'e.item_id'])
    .where('s.sponsor_key', '=', sponsor_key)
    .where('s.scope', '=', 'case')
    .where('s.scope_key', '=', root_case_key)
    .where('s.case_key', '=', case_key)
    .where('s.at', '>', since)
    .where('s.user_key', 'is distinct from', userKey)
    .where(CHANGES_CONTENT)
    .where((eb) => eb.not(eb('e.item_id', '=', eb.fn.any(eb.val([...unseen])))))
    .orderBy('s.save_no', 'desc')
    .orderBy('e.entry_no')
    .execute();
