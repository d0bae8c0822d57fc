/** Whom a new case belongs to, and whether that may still be so. */
import { scopeAllows } from '../../../shared/access/scope.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, noSender } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { findSenderKey } from './case.store.ts';

/** Whether the user may do something new for the sender: it is in use, and within their scope. */
export async function isSenderUsable(trx: Trx, user: SessionUser, senderKey: number): Promise<boolean> {
  const found = await findSenderKey(trx, user, senderKey);
  return found !== undefined && scopeAllows(user, { senderKeys: [found] });
}

/** The requested sender, or the first one of the user. Throws 400 NO_SENDER where none can be chosen, 403 NO_PRIVILEGE. */
export async function senderOfNewCase(
  trx: Trx,
  user: SessionUser,
  requested: number | null,
): Promise<number> {
  const senderKey = await findSenderKey(trx, user, requested);
  if (senderKey === undefined) throw noSender();
  if (!scopeAllows(user, { senderKeys: [senderKey] })) throw noPrivilege();
  return senderKey;
}
