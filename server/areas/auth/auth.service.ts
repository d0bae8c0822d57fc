/** Signing in with a password, extending the session, signing out. */
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { setUpFactor, signIn } from '../../../shared/contract/auth.ts';
import type { Proof } from '../../accounts/checkPassword.ts';
import { provePassword, proveUser, requireFreshPassword, type Arrival } from '../../accounts/proveUser.ts';
import { confirmFactor, hasFactor, requireDemandedFactor } from '../../accounts/secondFactor.ts';
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
import { expired, wrongCode } from '../../problems.ts';
import { leaveProvider, whyProviderEnds } from '../../sign-on/sessionSso.ts';

/** What this module needs of the server. */
type AuthWorld = CataloguesWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  LogWorld &
  SignOnWorld &
  TranslatorWorld;

/** Opens a session. Throws as `proveUser`, and 403 SECOND_FACTOR_SET_UP. */
export async function openSession(
  deps: AuthWorld,
  credentials: BodyOf<typeof signIn>,
  arrival: Arrival,
): Promise<SessionData> {
  const proof = await proveUser(deps, credentials, arrival);
  await requireDemandedFactor(deps, proof);
  return begin(deps, proof, credentials, arrival.origin);
}

/** Takes an authenticator in use that was demanded, and opens a session. Throws as `openSession`. */
export async function setUpFactorAndOpen(
  deps: AuthWorld,
  { code, ...credentials }: BodyOf<typeof setUpFactor>,
  { origin, language }: Arrival,
): Promise<DataOf<typeof setUpFactor>> {
  const proof = await provePassword(deps, credentials, origin);
  // who has one in use replaces it in a session
  if (await hasFactor(deps.db, proof.userKey)) throw wrongCode();
  await requireFreshPassword(deps, proof, language);
  const recoveryCodes = await confirmFactor(deps, proof, code);
  return { session: await begin(deps, proof, credentials, origin), recoveryCodes };
}

const begin = (
  deps: AuthWorld,
  proof: Proof,
  { sponsorKey, senderKey }: Pick<BodyOf<typeof signIn>, 'sponsorKey' | 'senderKey'>,
  origin: Origin,
) =>
  openProven(deps, proof, () =>
    openSessionFor(deps, proof.userKey, origin, { signedInBy: 'password', sponsorKey, senderKey }),
  );

/**
 * Restarts the timer, up to the maximum length of a session. Throws 401 EXPIRED if it has ended, and ends it if the
 * identity provider refuses to continue it.
 */
export async function extendDeadline(deps: AuthWorld, user: SessionUser): Promise<{ expiresAt: string }> {
  const now = deps.clock.now();
  const reason = await whyProviderEnds(deps, user.tokenHash);
  if (reason !== null) {
    await endSessions(deps.db, user.userKey, user, { reason, at: now });
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
