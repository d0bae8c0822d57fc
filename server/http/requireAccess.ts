/** Who may make a call, or read a list. */
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import type { Call } from '../../shared/contract/call.ts';
import { noPrivilege } from '../problems.ts';
import type { SessionUser } from './session.ts';

/** Throws 403 NO_PRIVILEGE. */
export function requireAccess(user: SessionUser, access: Call['access']): void {
  if (!isGranted(user, access)) throw noPrivilege();
}

/** Whether the user administers the system, and the request works for the sponsor of administration mode. */
export const isInAdministration = ({
  systemAdmin,
  sponsorKey,
}: Pick<SessionUser, 'systemAdmin' | 'sponsorKey'>): boolean =>
  systemAdmin && sponsorKey === ADMIN_SPONSOR_KEY;

export function isGranted(user: SessionUser, access: Call['access']): boolean {
  const { takesPart, systemAdmin, privileges } = user;
  switch (access) {
    case 'public':
    case 'account':
      return true;
    case 'session':
      return takesPart;
    case 'systemAdmin':
      return systemAdmin;
    default:
      return (
        (access.includes('systemAdmin') && isInAdministration(user)) ||
        (takesPart && hasAnyPrivilege(privileges, access))
      );
  }
}
