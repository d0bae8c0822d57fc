/** What was changed of a version by others than a user. Takes the transaction it is part of, and decides nothing. */
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';
import { auditEntries } from './auditEntries.store.ts';
import { CHANGES_CONTENT } from './versionAuthors.store.ts';

export interface SinceRead {
  /** whose own saves are left out */
  userKey: number;
  /** when they read the version */
  since: Date;
}

/** Entries (`e`) of later saves (`s`) that change values or rows of the version, by other users and by the product. */
export const changesOfOthers = (
  trx: Trx,
  { sponsor_key, root_case_key, case_key }: Pick<CaseRecord, 'sponsor_key' | 'root_case_key' | 'case_key'>,
  { userKey, since }: SinceRead,
) =>
  auditEntries(trx)
    .where('s.sponsor_key', '=', sponsor_key)
    .where('s.scope', '=', 'case')
    .where('s.scope_key', '=', root_case_key)
    .where('s.case_key', '=', case_key)
    .where('s.at', '>', since)
    .where('s.user_key', 'is distinct from', userKey)
    .where(CHANGES_CONTENT);
