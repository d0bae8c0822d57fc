/** An import takes long: whose rights it began with may have lost them since, and its schema files may be others by now. */
import { reachCovers } from '../../shared/access/reach.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';

/**
 * Why nothing more may be stored: the user may not import data now, or not see all that they saw when the import began; or
 * its catalogue is no longer in use, by which values would get into places that forms no longer have. Null: nothing changed.
 */
export async function changedMeanwhile(
  trx: Trx,
  user: SessionUser,
  now: Date,
): Promise<'accessChanged' | 'schemasChanged' | null> {
  const current = await findActingUser(trx, user, now);
  if (!current?.privileges.includes('EDIT.DATA') || !reachCovers(current, user)) return 'accessChanged';
  return current.schemaVersion === user.schemaVersion ? null : 'schemasChanged';
}
