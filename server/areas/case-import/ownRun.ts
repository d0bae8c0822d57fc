import { scopeAllows } from '../../../shared/access/scope.ts';
import { findRun, type RunRef, type StoredRun } from '../../case-import/importRun.store.ts';
import type { SessionUser } from '../../http/session.ts';
import { importNotFound } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';

/** A run of the user, while they may still import for its sender. Throws 404 IMPORT_NOT_FOUND. */
export async function ownRun(
  trx: Trx,
  user: SessionUser,
  runKey: string,
): Promise<RunRef & { stored: StoredRun }> {
  const run = { sponsorKey: user.sponsorKey, runKey };
  const stored = await findRun(trx, run);
  const senderKeys = stored?.sender_key ? [stored.sender_key] : [];
  if (stored?.user_key !== user.userKey || !scopeAllows(user, { senderKeys })) throw importNotFound();
  return { ...run, stored };
}
