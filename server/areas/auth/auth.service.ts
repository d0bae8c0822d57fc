/** Signing in with a password, extending the session, signing out. */
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { setUpFactor, signIn } from '../../../shared/contract/auth.ts';
import { accountRulesOf } from '../../accounts/accountRules.store.ts';
import { checkPassword, type Proof } from '../../accounts/checkPassword.ts';
import { confirmFactor, hasFactor, requireFactor } from '../../accounts/secondFactor.ts';
import { makePasswordLink } from '../../accounts/passwordLink.ts';
import type { Language } from '../../http/language.ts';
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
import { expired, passwordExpired, wrongCode, wrongPassword } from '../../problems.ts';
import { leaveProvider, providerLetsGoOn } from '../../sign-on/sessionSso.ts';

/** What this module needs of the server. */
type AuthWorld = CataloguesWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  LogWorld &
  SignOnWorld &
  TranslatorWorld;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Opens a session. Throws 429 TOO_MANY_ATTEMPTS while the user or the network address is blocked, 401 WRONG_PASSWORD for
 * an unknown user as for a wrong password; after the right one what `requireFactor` throws, and 403 PASSWORD_EXPIRED.
 */
export async function openSession(
  deps: AuthWorld,
  { code, ...credentials }: BodyOf<typeof signIn>,
  { origin, language }: Arrival,
): Promise<SessionData> {
  const proof = await proven(deps, credentials, origin);
  const user = { userKey: proof.userKey, userId: credentials.userId, ip: origin.ip };
  // a factor is set up with a password that is good; one in use is asked for before anything is answered about the password
  const isProvenTwice = await hasFactor(deps.db, proof.userKey);
  if (!isProvenTwice) await requireFreshPassword(deps, proof, language);
  await requireFactor(deps, user, code);
  if (isProvenTwice) await requireFreshPassword(deps, proof, language);
  return begin(deps, proof, credentials, origin);
}

/** Takes an authenticator in use that was demanded, and opens a session. Throws as `openSession`. */
export async function setUpFactorAndOpen(
  deps: AuthWorld,
  { code, ...credentials }: BodyOf<typeof setUpFactor>,
  { origin, language }: Arrival,
): Promise<DataOf<typeof setUpFactor>> {
  const proof = await proven(deps, credentials, origin);
  // who has one in use replaces it in a session
  if (await hasFactor(deps.db, proof.userKey)) throw wrongCode();
  await requireFreshPassword(deps, proof, language);
  const recoveryCodes = await confirmFactor(deps, { ...proof, userId: credentials.userId }, code);
  return { session: await begin(deps, proof, credentials, origin), recoveryCodes };
}

/** Where a sign-in comes from, and the language it is answered in. */
interface Arrival {
  origin: Origin;
  language: Language;
}

type Credentials = Omit<BodyOf<typeof setUpFactor>, 'code'>;

async function proven(deps: AuthWorld, { userId, password }: Credentials, { ip }: Origin): Promise<Proof> {
  const proof = await checkPassword(deps, { userId, password, ip });
  if (!proof) throw wrongPassword();
  return proof;
}

const begin = (deps: AuthWorld, proof: Proof, { sponsorKey, senderKey }: Credentials, origin: Origin) =>
  openProven(deps, proof, () =>
    openSessionFor(deps, proof.userKey, origin, { signedInBy: 'password', sponsorKey, senderKey }),
  );

/** Throws 403 PASSWORD_EXPIRED, with a link that sets a new one, after the days that a sponsor of the user allows. */
async function requireFreshPassword(
  deps: AuthWorld,
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
