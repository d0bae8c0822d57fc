/** An import takes long: whose rights it began with may have lost them since. */
import { reachCovers } from '../../shared/access/reach.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';

/** Whether the user may import data now, and sees all that they saw when the import began. */
export async function stillMayImport(trx: Trx, user: SessionUser, now: Date): Promise<boolean> {
  const current = await findActingUser(trx, user, now);
  return current !== null && current.privileges.includes('EDIT.DATA') && reachCovers(current, user);
}
