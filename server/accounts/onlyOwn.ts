import type { SessionUser } from '../http/session.ts';
import { noPrivilege } from '../problems.ts';

/** Some calls tell of a user what only he has to know. Throws 403 NO_PRIVILEGE to others. */
export function onlyOwn(user: SessionUser, userKey: number): void {
  if (user.userKey !== userKey) throw noPrivilege();
}
