/** Signing in with a password, extending the session, signing out. */
import type { BodyOf } from '../../../shared/contract/call.ts';
import type { signIn } from '../../../shared/contract/auth.ts';
import { checkPassword } from '../../accounts/checkPassword.ts';
import { deadline, openProven, openSessionFor } from '../../accounts/openSession.ts';
import type { Origin, SessionData } from '../../accounts/openSession.ts';
import { endSessions, extendSessionRow } from '../../accounts/session.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { ConfigWorld } from '../../config.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { SignOnWorld } from '../../sign-on/signOn.ts';
import type { TranslatorWorld } from '../../ports/translator.ts';
import type { SessionUser } from '../../http/session.ts';
import { expired, wrongPassword } from '../../problems.ts';
import { leaveProvider, providerLetsGoOn } from '../../sign-on/sessionSso.ts';

/** What this module needs of the server. */
type AuthWorld = CataloguesWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  LogWorld &
  SignOnWorld &
  TranslatorWorld;

/**
 * Opens a session. Throws 429 TOO_MANY_ATTEMPTS while the user or the network address is blocked, 401 WRONG_PASSWORD for
 * an unknown user as for a wrong password.
 */
export async function openSession(
  deps: AuthWorld,
  { userId, password, sponsorKey, senderKey }: BodyOf<typeof signIn>,
  origin: Origin,
): Promise<SessionData> {
  const proof = await checkPassword(deps, { userId, password, ip: origin.ip });
  if (!proof) throw wrongPassword();
  return openProven(deps, proof, () =>
    openSessionFor(deps, proof.userKey, origin, { signedInBy: 'password', sponsorKey, senderKey }),
  );
}

/**
 * Restarts the timer, up to the maximum length of a session. Throws 401 EXPIRED if it has ended, and ends it if the
 * identity provider refuses to continue it.
 */
export async function extendDeadline(deps: AuthWorld, user: SessionUser): Promise<{ expiresAt: string }> {
  const now = deps.clock.now();
  if (!(await providerLetsGoOn(deps, user.tokenHash))) {
    await endSessions(deps.db, user.userKey, user, { reason: 'Refused by the identity provider', at: now });
    throw expired();
  }
  const wanted = await deadline(deps, user.sponsorKey, user.userKey, now);
  const extended = await extendSessionRow(deps.db, user.tokenHash, wanted, now);
  if (!extended) throw expired();
  return { expiresAt: extended.expires_at.toISOString() };
}

/** Ends the session for good, and answers where the one with its identity provider is ended. */
export async function closeSession(
  deps: AuthWorld,
  { userKey, tokenHash }: SessionUser,
  reason: string,
): Promise<{ oAuthLogoutUrl: string | null }> {
  await endSessions(deps.db, userKey, { tokenHash }, { reason, at: deps.clock.now() });
  return { oAuthLogoutUrl: await leaveProvider(deps, tokenHash) };
}
