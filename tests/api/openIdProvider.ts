/** A real OpenID provider for a test, with pages of its own to sign in, agree and log out. Anybody may sign in to it. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { ClientMetadata, JWK } from 'oidc-provider';

export const CLIENT_ID = 'casewright';

export interface OpenIdProvider {
  issuer: string;
  /** From now on the provider does not know this person any more. */
  forget: (login: string) => void;
  /** What the provider was asked, as method and path without query. */
  requests: string[];
  stop: () => Promise<void>;
}

export interface ProviderOptions {
  /** where the product is reached */
  publicUrl: string;
  /** undefined: the product is a public client */
  clientSecret?: string;
  /** left out: a free one */
  port?: number;
}

/** Starts the provider on this machine. */
export async function startOpenIdProvider({
  publicUrl,
  clientSecret,
  port = 0,
}: ProviderOptions): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gone = new Set<string>();
  const requests: string[] = [];
  const provider = new Provider(issuer, {
    clients: [clientOf(publicUrl, clientSecret)],
    jwks: { keys: [newKey()] },
    cookies: { keys: ['a key of a test'], long: { sameSite: 'none' } },
    // the log-out is a form; OpenID Connect asks every provider to take one
    enableHttpPostMethods: true,
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => Promise.resolve(true) },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    issueRefreshToken: () => Promise.resolve(true),
    ttl: {
      Session: 3600,
      Grant: 3600,
      Interaction: 3600,
      IdToken: 3600,
      AccessToken: 3600,
      RefreshToken: 3600,
    },
    findAccount: (_context, sub) =>
      gone.has(sub)
        ? undefined
        : { accountId: sub, claims: () => ({ sub, email: `${sub}@example.org`, email_verified: true }) },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    keepCookiesOverHttp(response);
    void answer(request, response);
  });
  return {
    issuer,
    requests: requests,
    forget: (login) => gone.add(login),
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const clientOf = (publicUrl: string, clientSecret: string | undefined): ClientMetadata => ({
  client_id: CLIENT_ID,
  ...(clientSecret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: clientSecret }),
  redirect_uris: [`${publicUrl}/oauth/authorize`],
  post_logout_redirect_uris: [`${publicUrl}/login`],
  grant_types: ['authorization_code', 'refresh_token'],
});

/** Browsers keep a cookie for all sites only over https; product and provider of a test are one site. */
function keepCookiesOverHttp(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    set(name, Array.isArray(value) ? value.map((line) => line.replace(/; samesite=none/i, '')) : value);
}

/** The provider's own page asks a server elsewhere for its letters. */
function logoutSource(context: { body: unknown }, form: string): void {
  const button =
    '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
  context.body = `<!DOCTYPE html><title>Log out</title>${form}${button}`;
}

const newKey = (): JWK =>
  ({
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
    kid: 'test',
  }) as JWK;

/** A port that is free now: an address that has to be known before the server that takes it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

const MAX_STEPS = 12;

/** Logs in at the provider and agrees, as a browser that follows redirects does. Returns the address it is sent back to. */
export async function signInAtProvider(authorizationUrl: string, login: string): Promise<URL> {
  const visit = visitor();
  const provider = new URL(authorizationUrl).origin;
  let at = new URL(authorizationUrl);
  for (let step = 0; at.origin === provider; step += 1) {
    const { next, page } = await visit(at);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const filled = prompt && { prompt, ...(prompt === 'login' && { login, password: 'any' }) };
    const reached = next ?? (filled && (await visit(at, filled)).next);
    if (!reached || step === MAX_STEPS) throw new Error(`the provider led nowhere from ${at.href}: ${page}`);
    at = reached;
  }
  return at;
}

/** Fetches as a browser does: with cookies, and the next address if the answer is a redirect. */
function visitor() {
  const cookies = new Map<string, string>();
  return async (address: URL, form?: Record<string, string>) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    return { next: next === null ? null : new URL(next, address), page: await response.text() };
  };
}
