/** No sponsor is ever without a user who may edit its administration. */
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { lastAdministrator } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { countUsersWith } from './lastAdministrator.store.ts';
import { lockSponsor } from './sponsors.store.ts';

const ADMINISTRATION: PrivilegeId = 'EDIT.ADMIN';

/**
 * Makes a change of users, roles or privileges of the sponsor, which wait for each other. Throws 409 LAST_ADMINISTRATOR if
 * no user who can sign in may edit the administration after it.
 */
export async function changingAccess<T>(
  trx: Trx,
  { sponsorKey, at }: { sponsorKey: number; at: Date },
  change: () => Promise<T>,
): Promise<T> {
  await lockSponsor(trx, sponsorKey);
  const done = await change();
  if ((await countUsersWith(trx, { sponsorKey, privilege: ADMINISTRATION, at })) === 0)
    throw lastAdministrator();
  return done;
}
