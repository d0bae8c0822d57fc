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
export const changingAccess = <T>(
  trx: Trx,
  { sponsorKey, at }: { sponsorKey: number; at: Date },
  change: () => Promise<T>,
): Promise<T> => changingAccessIn(trx, { sponsorKeys: [sponsorKey], at }, change);

/** The same in several sponsors. One that has no such user before the change forbids none: the change takes none from it. */
export async function changingAccessIn<T>(
  trx: Trx,
  { sponsorKeys, at }: { sponsorKeys: readonly number[]; at: Date },
  change: () => Promise<T>,
): Promise<T> {
  const administered: number[] = [];
  for (const sponsorKey of sponsorKeys) {
    await lockSponsor(trx, sponsorKey);
    if (await isAdministered(trx, sponsorKey, at)) administered.push(sponsorKey);
  }
  const done = await change();
  for (const sponsorKey of administered)
    if (!(await isAdministered(trx, sponsorKey, at))) throw lastAdministrator();
  return done;
}

const isAdministered = async (trx: Trx, sponsorKey: number, at: Date): Promise<boolean> =>
  (await countUsersWith(trx, { sponsorKey, privilege: ADMINISTRATION, at })) > 0;
