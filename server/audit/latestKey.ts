/** Whether this process has the key that others write the audit trail with: a rotation reaches one process after the other. */
import type { Db } from '../storage/database.ts';
import { findLastAnchor } from './appendRecords.ts';
import type { AuditKeys } from './auditKeys.ts';

/** Why this process must not write: it does not have the key that came into use last; null: it has it. */
export async function problemOfLatestKey(db: Db, { find }: AuditKeys): Promise<string | null> {
  const latest = await findLastAnchor(db);
  if (!latest || find(latest.key_id)) return null;
  return `the key ${latest.key_id} of the audit trail, which others use, is missing here: restart this process with the keys of the others`;
}

/** Throws an error for the operator where the key is missing. */
export async function requireLatestKey(db: Db, auditKeys: AuditKeys): Promise<void> {
  const problem = await problemOfLatestKey(db, auditKeys);
  if (problem !== null) throw new Error(problem);
}
