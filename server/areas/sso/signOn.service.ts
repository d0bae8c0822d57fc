/** Signing in with an identity provider: to the provider, back with its answer, and into the linked account. */
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { exchangeCode, readGrant, signInAndLink, signInBySso } from '../../../shared/contract/sso.ts';
import { openProven, openSessionFor, sponsorOf } from '../../accounts/openSession.ts';
import { endSessions } from '../../accounts/session.store.ts';
import type { Origin, SessionData } from '../../accounts/openSession.ts';
import { proveUser, type Arrival } from '../../accounts/proveUser.ts';
import { refuseOften } from '../../accounts/refuseOften.ts';
import { giveBackAttempt } from '../../accounts/throttle.store.ts';
import type { UserAuditWorld } from '../../accounts/userAudit.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { ConfigWorld } from '../../config.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { TranslatorWorld } from '../../ports/translator.ts';
import { hashOf, newToken } from '../../http/session.ts';
import { ProviderRefused } from '../../ports/identityProvider.ts';
import type { IdentityProvider } from '../../ports/identityProvider.ts';
import {
  accountOff,
  providerRefused,
  providerUnavailable,
  signOnOver,
  ssoNotLinked,
  tooManyRequests,
  unknownRealm,
} from '../../problems.ts';
import { insertSessionSso } from '../../sign-on/sessionSso.store.ts';
import { providerOf, type SignOnWorld } from '../../sign-on/signOn.ts';
import type { SignOn } from '../../sign-on/signOn.ts';
import { linkPerson } from './identities.service.ts';
import {
  findLink,
  findTicket,
  insertRequest,
  insertTicket,
  takeRequest,
  takeTicket,
  touchLink,
} from './sso.store.ts';

/** What this module needs of the server. */
type SingleSignOnWorld = CataloguesWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  LogWorld &
  SignOnWorld &
  TranslatorWorld &
  UserAuditWorld;

/** for signing in at the provider, and then for typing a password here once */
const PATIENCE_MS = 15 * 60_000;

const inAWhile = ({ clock }: SingleSignOnWorld): Date => new Date(clock.now().getTime() + PATIENCE_MS);

/** The way to the provider. Throws 404 UNKNOWN_REALM, 429 TOO_MANY_REQUESTS, 502 PROVIDER_UNAVAILABLE. */
export async function begin(
  deps: SingleSignOnWorld,
  { realmId, ip }: { realmId: string; ip: string },
): Promise<DataOf<typeof readGrant>> {
  await refuseOften(deps, [{ kind: 'signOnFromAddress', name: ip }], tooManyRequests);
  const { provider } = realmOf(deps, realmId);
  const { url, state, nonce, codeVerifier } = await ask(deps, provider, () => provider.depart());
  const challenge = newToken();
  await insertRequest(deps.db, {
    state_hash: hashOf(state),
    challenge_hash: hashOf(challenge),
    realm_id: realmId,
    nonce,
    code_verifier: codeVerifier,
    expires_at: inAWhile(deps),
  });
  return { authorizationUrl: url, challenge };
}

/**
 * The provider's answer for a ticket. Throws 400 SIGN_ON_OVER where this browser waits for no such answer, 403
 * PROVIDER_REFUSED where the provider takes it back, 502 PROVIDER_UNAVAILABLE.
 */
export async function takeAnswer(
  deps: SingleSignOnWorld,
  { authorizationCode, state, challenge, iss }: BodyOf<typeof exchangeCode>,
  ip: string,
): Promise<DataOf<typeof exchangeCode>> {
  const request = await takeRequest(deps.db, hashOf(state), hashOf(challenge), deps.clock.now());
  if (!request) throw signOnOver();
  const { provider, signOn } = realmOf(deps, request.realm_id);
  const expected = { nonce: request.nonce, codeVerifier: request.code_verifier };
  const { person, tokens } = await ask(deps, provider, () =>
    provider.arrive({ code: authorizationCode, state, iss }, expected),
  );
  await giveBackAttempt(deps.db, { kind: 'signOnFromAddress', name: ip });
  const ticket = newToken();
  await insertTicket(deps.db, {
    ticket_hash: hashOf(ticket),
    realm_id: request.realm_id,
    ...person,
    tokens: signOn.sealTokens(tokens),
    expires_at: inAWhile(deps),
  });
  const linked = (await findLink(deps.db, person)) !== undefined;
  return { ticket, realmId: request.realm_id, ssoUserEmail: person.email, linked };
}

/** Opens a session for the linked account. Throws 403 SSO_NOT_LINKED, and leaves the ticket good for linking. */
export async function openLinked(
  deps: SingleSignOnWorld,
  { ticket, ...place }: BodyOf<typeof signInBySso>,
  origin: Origin,
): Promise<SessionData> {
  const found = await findTicket(deps.db, hashOf(ticket), deps.clock.now());
  if (!found) throw signOnOver();
  const link = await findLink(deps.db, found);
  if (!link) throw ssoNotLinked();
  if (!link.active) throw accountOff();
  if (!(await takeTicket(deps.db, found.ticket_hash))) throw signOnOver();
  const session = await openSessionFor(deps, link.user_key, origin, { signedInBy: 'sso', ...place });
  const at = deps.clock.now();
  const { realm_id, email, tokens } = found;
  await insertSessionSso(deps.db, {
    realm_id,
    email,
    tokens,
    refreshed_at: at,
    token_hash: hashOf(session.token),
    identity_key: link.identity_key,
  });
  // a user who unlinked in the meantime ended the sessions they saw, which did not include this one
  if (!(await touchLink(deps.db, link.identity_key, email, at))) {
    const which = { tokenHash: hashOf(session.token) };
    await endSessions(deps.db, link.user_key, which, { reason: 'Identity unlinked', at });
    throw ssoNotLinked();
  }
  return { ...session, realmId: realm_id, ssoUserEmail: email };
}

/** Links the account after the proof of a sign-in by password, and opens a session. Throws as that, and 409 LINKED_ELSEWHERE. */
export async function linkAndOpen(
  deps: SingleSignOnWorld,
  { userId, password, code, ...body }: BodyOf<typeof signInAndLink>,
  arrival: Arrival & { requestId: string },
): Promise<SessionData> {
  const found = await findTicket(deps.db, hashOf(body.ticket), deps.clock.now());
  if (!found) throw signOnOver();
  const proof = await proveUser(deps, { userId, password, code }, arrival);
  const sponsorKey = await sponsorOf(deps, proof.userKey, body.sponsorKey);
  await linkPerson(deps, { user: proof, requestId: arrival.requestId, sponsorKey }, found, proof);
  return openProven(deps, proof, () => openLinked(deps, body, arrival.origin));
}

function realmOf(
  { signOn }: SingleSignOnWorld,
  realmId: string,
): { provider: IdentityProvider; signOn: SignOn } {
  const provider = providerOf(signOn, realmId);
  if (!signOn || !provider) throw unknownRealm(realmId);
  return { provider, signOn };
}

/** What the provider throws, as an answer; why is in the log, without the code or a token. */
async function ask<T>(
  { log }: SingleSignOnWorld,
  { realmId }: IdentityProvider,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof ProviderRefused;
    log.warn(
      { err: error, realmId },
      refused ? 'the identity provider said no' : 'the identity provider failed',
    );
    throw refused ? providerRefused() : providerUnavailable();
  }
}
