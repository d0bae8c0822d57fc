/** The port of an identity provider, which verifies who a user is. The adapter uses OpenID Connect. */
import * as oidc from 'openid-client';
import type { Realm } from '../signOnSettings.ts';
import { checkAddresses, limitedFetch } from './providerAnswers.ts';

/** The provider's tokens. They never leave the server. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | null;
  idToken: string;
}

interface Person {
  /** issuer and subject together never name another user */
  issuer: string;
  subject: string;
  /** for people to read; nothing follows from it */
  email: string | null;
}

/** What the browser takes to the provider, and what the server keeps to know the answer by. */
interface Departure {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider gave the browser on its way back. */
interface Arrival {
  code: string;
  state: string;
  iss?: string | undefined;
}

export interface IdentityProvider {
  realmId: string;
  label: string;
  issuer: string;
  /** Reads the addresses of the provider. Rejects while it does not respond; the next caller tries again. */
  meet: () => Promise<void>;
  /** The way to the provider's sign-in. */
  depart: () => Promise<Departure>;
  /** Gives the code for tokens and reads who it is. Rejects with `ProviderRefused` where the provider does not know the code, or the answer is not for us. */
  arrive: (
    arrival: Arrival,
    expected: Pick<Departure, 'nonce' | 'codeVerifier'>,
  ) => Promise<{ person: Person; tokens: ProviderTokens }>;
  /** New tokens for the old ones. Rejects with `ProviderRefused` where the provider does not let the person go on. */
  refresh: (tokens: ProviderTokens) => Promise<ProviderTokens>;
  /** Makes the tokens worthless. */
  revoke: (tokens: ProviderTokens) => Promise<void>;
  /** Where the session with the provider itself is ended; null where the provider has no such address. */
  logoutUrl: (tokens: ProviderTokens) => Promise<string | null>;
  /** Origins that a form of ours may be sent to. Known as far as the provider has answered. */
  origins: () => string[];
}

/** The provider answered, and its answer was no. Whatever else goes wrong is thrown as it is. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

const TIMEOUT_SECONDS = 5;
/** By OpenID Connect Core, section 2. Longer ones fit in no index. */
const MAX_SUBJECT = 255;

/**
 * The provider of a realm, asked for its addresses and keys when they are first needed, again while it does not answer, and
 * after it failed: it may have moved, or have new keys.
 */
export function openIdProvider(realm: Realm, publicUrl: string): IdentityProvider {
  const redirectUri = `${publicUrl}/oauth/authorize`;
  const returnUri = `${publicUrl}/login`;
  let known: oidc.Configuration | null = null;
  /** the last that it said of itself */
  let met: oidc.Configuration | null = null;
  const provider = async () => (known ??= met = await discover(realm));
  const requestProvider = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (isRefusal(cause)) throw new ProviderRefused((cause as Error).message, { cause });
      known = null;
      throw cause;
    }
  };
  return {
    realmId: realm.realmId,
    label: realm.label,
    issuer: realm.issuer,
    async meet() {
      await provider();
    },
    async depart() {
      const config = await provider();
      const made = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: realm.scopes,
        state: made.state,
        nonce: made.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(made.codeVerifier),
        code_challenge_method: 'S256',
        // a provider gives a token that outlives its own session only where the person agrees
        ...(realm.scopes.split(' ').includes('offline_access') && { prompt: 'consent' }),
      });
      return { ...made, url: url.href };
    },
    async arrive({ code, state, iss }, { nonce, codeVerifier }) {
      const config = await provider();
      const address = new URL(redirectUri);
      address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
      return requestProvider(async () => {
        const answer = await oidc.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = answer.claims();
        if (!claims) throw new ProviderRefused('the answer holds no id token');
        const { iss: issuer, sub: subject } = claims;
        if (subject.length > MAX_SUBJECT) throw new ProviderRefused('the name of the person is too long');
        const email = mailOf(claims) ?? (await mailInUserInfo(config, answer.access_token, subject));
        return { person: { issuer, subject, email }, tokens: tokensOf(answer, null) };
      });
    },
    async refresh(tokens) {
      const { refreshToken } = tokens;
      if (refreshToken === null) return tokens;
      const config = await provider();
      return requestProvider(async () =>
        tokensOf(await oidc.refreshTokenGrant(config, refreshToken), tokens),
      );
    },
    async revoke({ accessToken, refreshToken }) {
      const config = await provider();
      if (!config.serverMetadata().revocation_endpoint) return;
      // the refresh token first: while it lives it makes new ones
      if (refreshToken !== null) await oidc.tokenRevocation(config, refreshToken);
      await oidc.tokenRevocation(config, accessToken);
    },
    async logoutUrl({ idToken }) {
      const config = await provider();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnUri })
        .href;
    },
    origins() {
      const end = met?.serverMetadata().end_session_endpoint;
      return [...new Set([realm.issuer, ...(end ? [end] : [])].map((address) => new URL(address).origin))];
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: Realm): Promise<oidc.Configuration> {
  const config = await oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: limitedFetch,
      // the settings let http pass on the machine itself only
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    },
  );
  checkAddresses(config.serverMetadata());
  // the signature of id tokens is checked, too, not only the line they come over
  oidc.enableNonRepudiationChecks(config);
  return config;
}

type Answer = oidc.TokenEndpointResponse;

const tokensOf = (answer: Answer, before: ProviderTokens | null): ProviderTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
  idToken: answer.id_token ?? before?.idToken ?? '',
});

const mailOf = ({ email }: { [claim: string]: unknown }): string | null =>
  typeof email === 'string' ? email : null;

async function mailInUserInfo(config: oidc.Configuration, accessToken: string, subject: string) {
  if (!config.serverMetadata().userinfo_endpoint) return null;
  return mailOf(await oidc.fetchUserInfo(config, accessToken, subject));
}

/** What the token endpoint says of a person; all its other errors tell of the client, which the operator has to mend. */
const ABOUT_THE_PERSON = ['invalid_grant', 'access_denied', 'login_required', 'consent_required'];

/** Errors of the library that say no. A provider that fails, that cannot be reached, or that has new keys, says none. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderRefused ||
  (error instanceof oidc.ResponseBodyError && ABOUT_THE_PERSON.includes(error.error)) ||
  (error instanceof oidc.ClientError && /^OAUTH_(INVALID_RESPONSE|JWT_)/.test(error.code ?? ''));
