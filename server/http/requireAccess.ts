/** Who may make a call, or read a list. */
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import type { Call } from '../../shared/contract/call.ts';
import { noPrivilege } from '../problems.ts';
import type { SessionUser } from './session.ts';

/** Throws 403 NO_PRIVILEGE. */
export function requireAccess(user: SessionUser, access: Call['access']): void {
  if (!isGranted(user, access)) throw noPrivilege();
}

function isGranted({ takesPart, systemAdmin, privileges }: SessionUser, access: Call['access']): boolean {
  switch (access) {
    case 'public':
    case 'account':
      return true;
    case 'session':
      return takesPart;
    case 'systemAdmin':
      return systemAdmin;
    default:
      return takesPart && hasAnyPrivilege(privileges, access);
  }
}
