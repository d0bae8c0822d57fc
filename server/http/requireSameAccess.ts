/** Work that takes long is done with the rights that its user has by then, not with those of its beginning. */
import { reachCovers } from '../../shared/access/reach.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { noPrivilege } from '../problems.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { findUserNow, type SessionUser } from './session.ts';

/** Throws 403 NO_PRIVILEGE where the user may not do or see all any more that they could when the work began. */
export async function requireSameAccess(
  { db, clock }: DatabaseWorld & ClockWorld,
  user: SessionUser,
): Promise<void> {
  const current = await findUserNow(db, user, clock.now());
  if (!current || !keepsAccess(current, user)) throw noPrivilege();
}

/** Blinded values of one case that a reason was given for stay in sight while the user may see them at all. */
const keepsAccess = (current: SessionUser, before: SessionUser): boolean =>
  before.privileges.every((one) => current.privileges.includes(one)) &&
  (!before.unblind || current.mayUnblind) &&
  reachCovers({ ...current, unblind: before.unblind }, before);
