/** An identity provider of a test that answers whatever the test says, with a key that the test replaces. */
import { generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface HostileProvider {
  /** Answers the request for its metadata; left out: it says what is so. */
  onDiscovery: ((response: ServerResponse) => void) | null;
  /** what its metadata have beside, or in place of, what is so */
  metadata: Record<string, unknown>;
  /** of the next person */
  person: { nonce: string; subject: string };
  /** what its tokens say beside, or in place of, what is so */
  claims: Record<string, unknown>;
  /** Makes a token of these claims, with the key that it shows; null: as it should be. */
  forge: ((claims: object, shown: JsonWebKey) => string) | null;
  /** Uses another key from now on, and shows only that one. */
  rotateKey: () => void;
  stop: () => Promise<void>;
}

export async function startHostileProvider(issuer: string, clientId: string): Promise<HostileProvider> {
  let key = newKey(1);
  const provider: HostileProvider = {
    onDiscovery: null,
    metadata: {},
    person: { nonce: '', subject: '' },
    claims: {},
    forge: null,
    rotateKey: () => (key = newKey(key.no + 1)),
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...provider.metadata,
  });
  const tokens = () => {
    const now = Math.floor(Date.now() / 1000);
    const { nonce, subject: sub } = provider.person;
    const claims = {
      iss: issuer,
      aud: clientId,
      sub,
      nonce,
      email: 'kim@example.org',
      iat: now,
      exp: now + 600,
      ...provider.claims,
    };
    const idToken = provider.forge?.(claims, key.shown) ?? signed(claims, key);
    return { access_token: 'a', token_type: 'Bearer', id_token: idToken };
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const send = (data: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
    request.resume();
    if (request.url === '/jwks') send({ keys: [key.shown] });
    else if (request.url === '/token') send(tokens());
    else if (provider.onDiscovery) provider.onDiscovery(response);
    else send(metadata());
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(issuer).port), '127.0.0.1', listening));
  return provider;
}

interface Key {
  no: number;
  secret: KeyObject;
  shown: JsonWebKey;
}

function newKey(no: number): Key {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const shown = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: `key-${no}` };
  return { no, secret: privateKey, shown };
}

/** Header and claims of a token, as they are signed. */
export function unsigned(header: object, claims: object): string {
  const coded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${coded(header)}.${coded(claims)}`;
}

function signed(claims: object, { no, secret }: Key): string {
  const text = unsigned({ alg: 'RS256', kid: `key-${no}` }, claims);
  return `${text}.${sign('sha256', Buffer.from(text), secret).toString('base64url')}`;
}
