/** The proof of a sign-in by password: the password, its age, and the code of the factor in use. */
import type { Language } from '../http/language.ts';
import { passwordExpired, wrongPassword } from '../problems.ts';
import { accountRulesOf } from './accountRules.store.ts';
import { checkPassword, type Proof } from './checkPassword.ts';
import type { Origin } from './openSession.ts';
import { makePasswordLink } from './passwordLink.ts';
import { requireOwnFactor, type FactorWorld } from './secondFactor.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface Credentials {
  userId: string;
  password: string;
}

/** Where a sign-in comes from, and the language it is answered in. */
export interface Arrival {
  origin: Origin;
  language: Language;
}

/**
 * Throws 429 TOO_MANY_ATTEMPTS while the user or the network address is blocked, 401 WRONG_PASSWORD for an unknown user as for
 * a wrong password; after the right one what `requireOwnFactor` throws, and 403 PASSWORD_EXPIRED.
 */
export async function proveUser(
  deps: FactorWorld,
  { code, ...credentials }: Credentials & { code?: string | undefined },
  { origin, language }: Arrival,
): Promise<Proof> {
  const proof = await provePassword(deps, credentials, origin);
  // before anything is answered about the password
  await requireOwnFactor(deps, { ...proof, ip: origin.ip }, code);
  await requireFreshPassword(deps, proof, language);
  return proof;
}

/** The password alone. Throws 429 TOO_MANY_ATTEMPTS, 401 WRONG_PASSWORD. */
export async function provePassword(
  deps: FactorWorld,
  { userId, password }: Credentials,
  { ip }: Origin,
): Promise<Proof> {
  const proof = await checkPassword(deps, { userId, password, ip });
  if (!proof) throw wrongPassword();
  return proof;
}

/** Throws 403 PASSWORD_EXPIRED, with a link that sets a new one, after the days that a sponsor of the user allows. */
export async function requireFreshPassword(
  deps: FactorWorld,
  { userKey, passwordChangedAt }: Proof,
  language: Language,
): Promise<void> {
  const now = deps.clock.now();
  const { passwordDays } = await accountRulesOf(deps.db, userKey, now);
  if (passwordDays === null || now.getTime() - passwordChangedAt.getTime() < passwordDays * DAY_MS) return;
  const { path } = await deps.db
    .transaction()
    .execute((trx) => makePasswordLink(trx, deps, { kind: 'expired', userKey, language }));
  throw passwordExpired(path);
}
