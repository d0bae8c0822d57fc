/** Queries on what is stored of a case beside its documents. They take the transaction, and decide nothing. */
import type { Trx } from '../storage/database.ts';
import type { RecordedSignature } from './recordedVersions.ts';
import type { StoredVersion } from './storedVersions.ts';

/** All versions of a case, in the order of their keys. */
export const findVersions = (trx: Trx, sponsorKey: number, rootCaseKey: number): Promise<StoredVersion[]> =>
  trx
    .selectFrom('pv_case')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .orderBy('case_key')
    .execute();

/** The signatures in the chain of a case, as the audit trail records them. */
export async function findStoredSignatures(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<RecordedSignature[]> {
  const found = await trx
    .selectFrom('signature')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', 'case')
    .where('scope_key', '=', rootCaseKey)
    .execute();
  return found.map((row) => ({
    caseKey: row.case_key,
    saveNo: row.save_no,
    statusId: row.status_id,
    meaning: row.meaning,
    userKey: row.user_key,
    userId: row.user_id,
    userName: row.user_name,
    at: row.at.toISOString(),
    signedSave: row.signed_save_no,
    signedHash: row.signed_hash,
  }));
}
