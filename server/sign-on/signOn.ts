/** The identity providers of this installation, and what their tokens are sealed with. */
import type { Config } from '../config.ts';
import { every } from '../jobs/every.ts';
import type { LogWorld } from '../ports/log.ts';
import { openIdProvider } from '../ports/identityProvider.ts';
import type { IdentityProvider, ProviderTokens } from '../ports/identityProvider.ts';
import { sealing } from '../sealing.ts';

/** Costs nothing for a provider that has answered. */
const MEET_MS = 10_000;

export interface SignOn {
  providers: readonly IdentityProvider[];
  sealTokens: (tokens: ProviderTokens) => Buffer;
  /** Null: they were sealed with another secret. */
  openTokens: (sealed: Buffer) => ProviderTokens | null;
}

/** Null: no provider is configured. */
export function signOnOf(config: Config): SignOn | null {
  const { signOn, publicUrl } = config;
  if (signOn.realms.length === 0 || publicUrl === null) return null;
  const { sealed, openedOrNull } = sealing(config, 'tokens of identity providers');
  return {
    providers: signOn.realms.map((realm) => openIdProvider(realm, publicUrl)),
    sealTokens: (tokens) => sealed(JSON.stringify(tokens)),
    openTokens: (box) => JSON.parse(openedOrNull(box) ?? 'null') as ProviderTokens | null,
  };
}

/**
 * Meets the providers early, so that the operator reads of one that does not answer before a user does, and until they
 * answer: pages allow the log-out form of a provider that a user may have met in another process. Returns a function that
 * stops it.
 */
export function meetProviders({ signOn, log }: SignOnWorld & LogWorld): () => void {
  const stops = (signOn?.providers ?? []).map(({ realmId, meet }) => {
    let isReported = false;
    return every(MEET_MS, meet, (err) => {
      if (!isReported) log.warn({ err, realmId }, 'the identity provider does not answer');
      isReported = true;
    });
  });
  return () => {
    for (const stop of stops) void stop();
  };
}

/** The provider of a realm; undefined where none of that name is configured (any longer). */
export const providerOf = (signOn: SignOn | null, realmId: string): IdentityProvider | undefined =>
  signOn?.providers.find((provider) => provider.realmId === realmId);

export interface SignOnWorld {
  /** null: no identity provider is set up */
  signOn: SignOn | null;
}
