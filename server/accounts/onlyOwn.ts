import type { SessionUser } from '../http/session.ts';
import { noPrivilege } from '../problems.ts';

/** Restricts calls about a user to that user. Throws 403 NO_PRIVILEGE to others. */
export function onlyOwn(user: SessionUser, userKey: number): void {
  if (user.userKey !== userKey) throw noPrivilege();
}
