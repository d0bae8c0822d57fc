/** Writing signatures down. */
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from './case.store.ts';

export interface NewSignature {
  statusId: string;
  meaning: string;
  user: Pick<SessionUser, 'userKey' | 'userId' | 'userName'>;
  at: Date;
  /** the entry of the audit trail it belongs to */
  saveNo: number;
  /** end of the chain that was signed */
  signedSave: number;
  signedHash: string;
}

export async function insertSignature(
  trx: Trx,
  { sponsor_key, case_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'case_key' | 'root_case_key'>,
  { statusId, meaning, user, at, saveNo, signedSave, signedHash }: NewSignature,
): Promise<void> {
  await trx
    .insertInto('signature')
    .values({
      sponsor_key,
      case_key,
      scope: 'case',
      scope_key: root_case_key,
      save_no: saveNo,
      status_id: statusId,
      meaning,
      user_key: user.userKey,
      user_id: user.userId,
      user_name: user.userName,
      at,
      signed_save_no: signedSave,
      signed_hash: signedHash,
    })
    .execute();
}
