/** A session signed in by a provider lives as long as the provider allows, and its end is reported to the provider. */
import type { ClockWorld } from '../ports/clock.ts';
import type { Log, LogWorld } from '../ports/log.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { SignOnWorld } from './signOn.ts';
import { ProviderRefused } from '../ports/identityProvider.ts';
import type { IdentityProvider, ProviderTokens } from '../ports/identityProvider.ts';
import { claimRefresh, deleteSessionSso, findSessionSso, putTokens } from './sessionSso.store.ts';
import { providerOf } from './signOn.ts';

type World = DatabaseWorld & ClockWorld & SignOnWorld & LogWorld;

/** tabs that extend at the same time ask the provider once: a refresh token is good for one refresh only */
const FRESH_MS = 30_000;

/** With whom the session was signed in; nulls: with a password. */
export async function signedInWith(
  { db }: DatabaseWorld,
  tokenHash: Buffer,
): Promise<{ realmId: string | null; ssoUserEmail: string | null }> {
  const found = await findSessionSso(db, tokenHash);
  return { realmId: found?.realm_id ?? null, ssoUserEmail: found?.email ?? null };
}

const REFUSED = 'Refused by the identity provider';
const SEALED_OTHERWISE = 'The identity provider can no longer be asked: CASEWRIGHT_SECRET was changed';

/**
 * Why the session may not go on, as its provider sees it. Null: it may, as one that was signed in by password, and while the
 * provider does not answer: then the last word it gave holds. Where nobody can ask it any more, the session is over.
 */
export async function whyProviderEnds(
  { db, clock, signOn, log }: World,
  tokenHash: Buffer,
): Promise<string | null> {
  const now = clock.now();
  const found = await claimRefresh(db, tokenHash, { before: new Date(now.getTime() - FRESH_MS), now });
  if (!found) return null;
  const provider = providerOf(signOn, found.realm_id);
  if (!provider || !signOn) return REFUSED;
  const held = signOn.openTokens(found.tokens);
  if (!held) return SEALED_OTHERWISE;
  try {
    const tokens = await provider.refresh(held);
    await putTokens(db, tokenHash, signOn.sealTokens(tokens));
    return null;
  } catch (error) {
    if (error instanceof ProviderRefused) return REFUSED;
    log.warn({ err: error, realmId: provider.realmId }, 'the identity provider could not be asked');
    return null;
  }
}

/** Gives the provider's tokens back; answers where its own session is ended, null where there is none. */
export async function leaveProvider({ db, signOn, log }: World, tokenHash: Buffer): Promise<string | null> {
  const found = await findSessionSso(db, tokenHash);
  const provider = found && providerOf(signOn, found.realm_id);
  if (!found || !provider || !signOn) return null;
  await deleteSessionSso(db, tokenHash);
  const tokens = signOn.openTokens(found.tokens);
  if (!tokens) return null;
  try {
    const [url] = await Promise.all([provider.logoutUrl(tokens), giveBack(log, provider, tokens)]);
    return url;
  } catch (error) {
    // the session here is over all the same
    log.warn({ err: error, realmId: provider.realmId }, 'the identity provider was not told of a log-out');
    return null;
  }
}

/** Revokes tokens that are no longer needed; if the provider does not answer, they expire. */
export async function giveBack(log: Log, provider: IdentityProvider, tokens: ProviderTokens): Promise<void> {
  try {
    await provider.revoke(tokens);
  } catch (error) {
    log.warn({ err: error, realmId: provider.realmId }, 'tokens of the identity provider were not revoked');
  }
}
