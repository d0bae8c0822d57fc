/** Whether this process has the key that others write the audit trail with: a rotation reaches one process after the other. */
import type { Db } from '../storage/database.ts';
import { findLastAnchor } from './appendRecords.ts';
import type { AuditKeys } from './auditKeys.ts';

/** The id of the key that came into use last, where this process does not have it; null: it has. */
export async function missingLatestKey(db: Db, { find }: AuditKeys): Promise<string | null> {
  const latest = await findLastAnchor(db);
  return latest && !find(latest.key_id) ? latest.key_id : null;
}

/** What an operator reads. */
export const withoutKey = (keyId: string): string =>
  `the key ${keyId} of the audit trail, which others use, is missing here: restart this process with the keys of the others`;
