/** Whether a password may be taken: the rules of the product, and those of the sponsors of the user. */
import { passwordFault } from '../../shared/access/passwordRules.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { badPassword, passwordTooShort, passwordUsedBefore } from '../problems.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { accountRulesOf } from './accountRules.store.ts';
import { matchesPassword } from './passwords.ts';
import { findFormerHashes } from './passwordToken.store.ts';

/** Throws 400 for a password that breaks a rule, e.g. PASSWORD_TOO_SHORT or PASSWORD_USED_BEFORE. */
export async function requireGoodPassword(
  { db, clock }: ClockWorld & DatabaseWorld,
  { userKey, userId, currentHash }: { userKey: number; userId: string; currentHash: string | null },
  password: string,
): Promise<void> {
  const unchanged = await matchesPassword(currentHash, password);
  const fault = passwordFault(password, { userId }) ?? (unchanged ? 'unchanged' : null);
  if (fault) throw badPassword(fault);
  const { passwordLength, passwordHistory } = await accountRulesOf(db, userKey, clock.now());
  if (passwordLength !== null && [...password].length < passwordLength)
    throw passwordTooShort(passwordLength);
  for (const { password_hash } of await findFormerHashes(db, userKey, passwordHistory))
    if (await matchesPassword(password_hash, password)) throw passwordUsedBefore();
}
