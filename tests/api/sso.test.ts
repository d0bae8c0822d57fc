import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listSessions } from '../../shared/contract/accounts.ts';
import { checkSession, extendSession, signIn, signOut } from '../../shared/contract/auth.ts';
import { readEnvironment } from '../../shared/contract/environment.ts';
import {
  exchangeCode,
  linkIdentity,
  listIdentities,
  listSiblings,
  readGrant,
  signInAndLink,
  signInBySso,
  unlinkIdentity,
} from '../../shared/contract/sso.ts';
import { hashOf } from '../../server/http/session.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { startTestServer, whileHeldUp } from './harness.ts';
import { startHostileProvider, type HostileProvider } from './hostileProvider.ts';
import type { DemoAccount, TestServer } from './harness.ts';
import { CLIENT_ID, freePort, signInAtProvider, startOpenIdProvider } from './openIdProvider.ts';
import type { OpenIdProvider } from './openIdProvider.ts';

const MINUTE = 60_000;
const SECRET = 'a client secret of the test';
const SIBLINGS = [{ clientId: 'CTMS-acme', name: 'Acme CTMS', url: 'https://ctms.example.org' }];
const dir = mkdtempSync(join(tmpdir(), 'casewright-test-'));
/** a provider that does not answer, unless a test starts one there */
const silent = { realmId: 'silent', issuer: '', clientId: 'x', label: 'Silent' };
let provider: OpenIdProvider;
let server: TestServer;

const logged: string[] = [];
/** what was secret in a sign-on, as it came by */
const secrets = new Set([SECRET, DEMO_PASSWORD]);

beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider({ publicUrl, clientSecret: SECRET });
  const realmsFile = join(dir, 'realms.json');
  silent.issuer = `http://127.0.0.1:${await freePort()}`;
  writeFileSync(realmsFile, JSON.stringify([silent]));
  server = await startTestServer({
    env: {
      PORT: port,
      CASEWRIGHT_PUBLIC_URL: `${publicUrl}/`,
      CASEWRIGHT_SSO_ISSUER: provider.issuer,
      CASEWRIGHT_SSO_CLIENT_ID: CLIENT_ID,
      CASEWRIGHT_SSO_CLIENT_SECRET: SECRET,
      CASEWRIGHT_SSO_LABEL: 'Acme',
      CASEWRIGHT_SSO_REALMS_FILE: realmsFile,
      CASEWRIGHT_SSO_CLIENTS: JSON.stringify(SIBLINGS),
      LOG_LEVEL: 'trace',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  rmSync(dir, { recursive: true });
  vi.restoreAllMocks();
});

/** To the provider and back: what the browser then sends. */
async function comeBack(login: string) {
  const { data } = await server.call(readGrant, { query: { realmId: 'default' } });
  const { searchParams } = await signInAtProvider(data.authorizationUrl, login);
  const [authorizationCode, state] = [searchParams.get('code'), searchParams.get('state')];
  for (const secret of [authorizationCode, state, data.challenge]) secrets.add(secret ?? '');
  return { authorizationCode, state, iss: searchParams.get('iss'), challenge: data.challenge };
}

async function ticketOf(login: string): Promise<string> {
  const { data, errMsg } = await server.call(exchangeCode, { body: await comeBack(login) });
  if (errMsg !== null) throw new Error(errMsg);
  secrets.add(data.ticket);
  return data.ticket;
}

const enter = (ticket: string) => server.call(signInBySso, { body: { ticket } });
const link = (ticket: string, userId: DemoAccount = 'case.editor', password = DEMO_PASSWORD) =>
  server.call(signInAndLink, { body: { ticket, userId, password } });
async function linkedSession(login: string, userId?: DemoAccount) {
  const { data } = await link(await ticketOf(login), userId);
  secrets.add(data.token);
  return data;
}
const check = (token: string) => server.call(checkSession, { params: { id: 'me' }, token });

describe('the way to the provider', () => {
  it('counts against an address only those who bring no identity', async () => {
    const counted = async () =>
      (await server.db.selectFrom('login_throttle').selectAll().where('subject', '~', '^signOn').execute())[0]
        ?.failures ?? 0;
    const before = await counted();
    await ticketOf('ann');
    expect(await counted()).toBe(before);
  });

  it('is offered by every realm, from variables and from the file', async () => {
    const { data } = await server.call(readEnvironment);
    expect(data.realms).toEqual([
      { realmId: 'default', label: 'Acme' },
      { realmId: 'silent', label: 'Silent' },
    ]);
  });

  it('carries state, nonce and a PKCE challenge, and leads back to the public address', async () => {
    const { data } = await server.call(readGrant, { query: { realmId: 'default' } });
    const { origin, searchParams } = new URL(data.authorizationUrl);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/oauth/authorize`,
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(data.authorizationUrl).not.toContain(data.challenge);
  });

  it('is refused for a realm nobody has set up', async () => {
    const answer = await server.call(readGrant, { query: { realmId: 'elsewhere' } });
    expect(answer).toMatchObject({ status: 404, errCode: 'UNKNOWN_REALM' });
  });

  it('says so when the provider does not answer', async () => {
    const answer = await server.call(readGrant, { query: { realmId: 'silent', language: 'ko' } });
    expect(answer).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
    expect(answer.errMsg).toContain('ID 제공자');
  });

  it('is a form target that the pages may use', async () => {
    await server.call(readGrant, { query: { realmId: 'default' } });
    const { headers } = await fetch(`${server.url}/healthz`);
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.issuer}`);
  });
});

describe('the way back', () => {
  it('gives a ticket, and none of the provider’s tokens', async () => {
    const { data } = await server.call(exchangeCode, { body: await comeBack('ann') });
    expect(data).toEqual({
      ticket: data.ticket,
      realmId: 'default',
      ssoUserEmail: 'ann@example.org',
      linked: false,
    });
  });

  it('takes an answer only once', async () => {
    const body = await comeBack('ann');
    expect(await server.call(exchangeCode, { body })).toMatchObject({ status: 200 });
    expect(await server.call(exchangeCode, { body })).toMatchObject({ status: 400, errCode: 'SIGN_ON_OVER' });
  });

  it('takes no answer that another browser waits for', async () => {
    const body = await comeBack('ann');
    const { challenge } = await comeBack('mallory');
    const slippedIn = await server.call(exchangeCode, { body: { ...body, challenge } });
    expect(slippedIn).toMatchObject({ status: 400, errCode: 'SIGN_ON_OVER' });
    expect(await server.call(exchangeCode, { body })).toMatchObject({ status: 200 });
  });

  it('takes no answer with a state nobody gave out', async () => {
    const body = { ...(await comeBack('ann')), state: 'S'.repeat(43) };
    expect(await server.call(exchangeCode, { body })).toMatchObject({ status: 400, errCode: 'SIGN_ON_OVER' });
  });

  it('takes no answer that comes too late', async () => {
    const body = await comeBack('ann');
    server.clock.advance(16 * MINUTE);
    expect(await server.call(exchangeCode, { body })).toMatchObject({ status: 400, errCode: 'SIGN_ON_OVER' });
  });

  it('is refused by the provider with a code that was used, and one of another sign-on', async () => {
    const used = await comeBack('ann');
    await server.call(exchangeCode, { body: used });
    const body = { ...(await comeBack('ann')), authorizationCode: used.authorizationCode };
    expect(await server.call(exchangeCode, { body })).toMatchObject({
      status: 403,
      errCode: 'PROVIDER_REFUSED',
    });
    const one = await comeBack('ann');
    const other = await comeBack('mallory');
    const mixed = { ...one, authorizationCode: other.authorizationCode };
    expect(await server.call(exchangeCode, { body: mixed })).toMatchObject({ errCode: 'PROVIDER_REFUSED' });
  });

  it('is refused when it names another issuer', async () => {
    const body = { ...(await comeBack('ann')), iss: 'https://mallory.example.org' };
    expect(await server.call(exchangeCode, { body })).toMatchObject({
      status: 403,
      errCode: 'PROVIDER_REFUSED',
    });
  });
});

describe('a ticket', () => {
  it('opens nothing before an account is linked, not even one with the same address', async () => {
    const address = { email: 'same@example.org' };
    await server.db.updateTable('app_user').set(address).where('user_id', '=', 'case.reader').execute();
    expect(await enter(await ticketOf('same'))).toMatchObject({ status: 403, errCode: 'SSO_NOT_LINKED' });
  });

  it('links with the right password only, then opens a session of its own kind', async () => {
    const ticket = await ticketOf('kim');
    expect(await link(ticket, 'case.editor', 'wrong-1')).toMatchObject({
      status: 401,
      errCode: 'WRONG_PASSWORD',
    });
    const { data } = await link(ticket);
    expect(data).toMatchObject({
      userId: 'case.editor',
      realmId: 'default',
      ssoUserEmail: 'kim@example.org',
    });
    const checked = await check(data.token);
    expect(checked.data).toMatchObject({
      userId: 'case.editor',
      realmId: 'default',
      ssoUserEmail: 'kim@example.org',
    });
    const { userKey, token } = data;
    const sessions = await server.call(listSessions, { params: { userKey }, token });
    expect(sessions.data.sessionList.find(({ current }) => current)).toMatchObject({ signedInBy: 'sso' });
  });

  it('opens the linked account from then on', async () => {
    await linkedSession('kim');
    expect(await enter(await ticketOf('kim'))).toMatchObject({
      status: 200,
      data: { userId: 'case.editor' },
    });
  });

  it('is good for one session, and for a quarter of an hour', async () => {
    await linkedSession('kim');
    const ticket = await ticketOf('kim');
    const entered = await Promise.all([enter(ticket), enter(ticket)]);
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = await ticketOf('kim');
    server.clock.advance(16 * MINUTE);
    expect(await enter(late)).toMatchObject({ status: 400, errCode: 'SIGN_ON_OVER' });
  });

  it('does not take a person away from another account', async () => {
    await linkedSession('lee', 'case.reader');
    expect(await link(await ticketOf('lee'), 'case.editor')).toMatchObject({
      status: 409,
      errCode: 'LINKED_ELSEWHERE',
    });
    expect(await enter(await ticketOf('lee'))).toMatchObject({ data: { userId: 'case.reader' } });
  });

  it('opens no account that is switched off', async () => {
    await linkedSession('off', 'sponsor.admin');
    const switchTo = (active: boolean) =>
      server.db.updateTable('app_user').set({ active }).where('user_id', '=', 'sponsor.admin').execute();
    await switchTo(false);
    expect(await enter(await ticketOf('off'))).toMatchObject({ status: 403, errCode: 'ACCOUNT_OFF' });
    await switchTo(true);
  });
});

describe('the provider’s tokens', () => {
  it('lie sealed in the database', async () => {
    const ticket = await ticketOf('kim');
    const waiting = await server.db
      .selectFrom('sso_ticket')
      .select('tokens')
      .where('ticket_hash', '=', hashOf(ticket))
      .executeTakeFirstOrThrow();
    expect(waiting.tokens.toString('latin1')).not.toContain('eyJ');
    expect(server.deps.signOn?.openTokens(waiting.tokens)?.idToken).toMatch(/^eyJ/);
  });

  it('are renewed when the session is extended, by one tab of many', async () => {
    const { token } = await linkedSession('kim');
    server.clock.advance(MINUTE);
    const before = provider.requests.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call(extendSession, { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(provider.requests.slice(before)).toEqual(['POST /token']);
    server.clock.advance(MINUTE);
    expect(await server.call(extendSession, { token })).toMatchObject({ status: 200 });
  });

  it('end the session when the provider does not let the person go on', async () => {
    const { token } = await linkedSession('gone', 'case.reader');
    provider.forget('gone');
    server.clock.advance(MINUTE);
    expect(await server.call(extendSession, { token })).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await check(token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
  });

  it('are revoked at the log-out, which leads on to the provider’s', async () => {
    const { token, userKey, sponsorKey } = await linkedSession('kim');
    const before = provider.requests.length;
    const out = { params: { sponsorKey, userKey }, body: { reason: 'Logout' }, token };
    const { data } = await server.call(signOut, out);
    const url = new URL(data.oAuthLogoutUrl ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/login`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(provider.requests.slice(before)).toEqual(['POST /token/revocation', 'POST /token/revocation']);
    const left = await server.db
      .selectFrom('session_sso')
      .select('realm_id')
      .where('token_hash', '=', hashOf(token))
      .execute();
    expect(left).toEqual([]);
  });

  it('are of no concern to a session signed in by password', async () => {
    const { data } = await server.call(signIn, { body: { userId: 'case.editor', password: DEMO_PASSWORD } });
    const { token, userKey, sponsorKey } = data;
    expect(data).toMatchObject({ realmId: null, ssoUserEmail: null });
    expect(await server.call(extendSession, { token })).toMatchObject({ status: 200 });
    const out = { params: { sponsorKey, userKey }, body: { reason: 'Logout' }, token };
    expect((await server.call(signOut, out)).data).toEqual({ oAuthLogoutUrl: null });
  });
});

describe('linked accounts', () => {
  it('are linked with the password, listed, and taken back with the sessions they opened', async () => {
    const token = await server.token('system.admin');
    const { data: me } = await check(token);
    const params = { userKey: me.userKey };
    const refused = await server.call(linkIdentity, {
      params,
      token,
      body: { ticket: await ticketOf('root'), password: 'wrong-1' },
    });
    expect(refused).toMatchObject({ status: 401, errCode: 'WRONG_PASSWORD' });
    const body = { ticket: await ticketOf('root'), password: DEMO_PASSWORD };
    expect(await server.call(linkIdentity, { params, token, body })).toMatchObject({ status: 200 });
    const { data } = await server.call(listIdentities, { params, token });
    expect(data.identityList).toMatchObject([{ label: 'Acme', email: 'root@example.org', lastUsedAt: null }]);

    const opened = (await enter(await ticketOf('root'))).data.token;
    const [identity] = data.identityList;
    const taken = { params: { ...params, identityKey: identity?.identityKey }, token };
    expect(await server.call(unlinkIdentity, taken)).toMatchObject({ status: 200 });
    expect(await check(opened)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await check(token)).toMatchObject({ status: 200 });
    expect(await server.call(unlinkIdentity, taken)).toMatchObject({ status: 404 });
    expect(await enter(await ticketOf('root'))).toMatchObject({ errCode: 'SSO_NOT_LINKED' });
    expect((await server.call(listIdentities, { params, token })).data.identityList).toEqual([]);
  });

  it('open nothing once they are taken back, also for who is just coming in', async () => {
    const { token, userKey } = await linkedSession('late', 'case.reader');
    const own = (await server.call(signIn, { body: { userId: 'case.reader', password: DEMO_PASSWORD } }))
      .data;
    const { data } = await server.call(listIdentities, { params: { userKey }, token });
    const identityKey = data.identityList.find(({ email }) => email === 'late@example.org')?.identityKey;
    const openBySso = async () => {
      const { data: open } = await server.call(listSessions, { params: { userKey }, token: own.token });
      return open.sessionList.filter(({ signedInBy }) => signedInBy === 'sso').length;
    };
    const before = await openBySso();
    const ticket = await ticketOf('late');
    const entering = await whileHeldUp(
      server,
      'session_sso in exclusive mode',
      () => enter(ticket),
      async () => {
        const taken = { params: { userKey, identityKey }, token: own.token };
        expect(await server.call(unlinkIdentity, taken)).toMatchObject({ status: 200 });
      },
    );
    expect(entering).toMatchObject({ status: 403, errCode: 'SSO_NOT_LINKED' });
    expect(await openBySso()).toBe(before - 1);
  });

  it('are nobody else’s business', async () => {
    const { userKey } = await linkedSession('kim');
    const token = await server.token('case.reader');
    const answers = [
      await server.call(listIdentities, { params: { userKey }, token }),
      await server.call(unlinkIdentity, { params: { userKey, identityKey: 1 }, token }),
      await server.call(linkIdentity, {
        params: { userKey },
        token,
        body: { ticket: 'T'.repeat(43), password: 'x' },
      }),
    ];
    expect(answers.map(({ errCode }) => errCode)).toEqual(['NO_PRIVILEGE', 'NO_PRIVILEGE', 'NO_PRIVILEGE']);
  });
});

describe('a provider that answers anything', () => {
  let hostile: HostileProvider;
  beforeAll(async () => {
    hostile = await startHostileProvider(silent.issuer, silent.clientId);
  });
  afterAll(() => hostile.stop());
  const depart = () => server.call(readGrant, { query: { realmId: silent.realmId } });
  const pages = async () => (await fetch(`${server.url}/healthz`)).status;

  /** What it has sent when the server leaves. */
  function pouring(pieces: string, everyMs: number): () => number {
    let length = 0;
    hostile.onDiscovery = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => {
        if (!response.writableNeedDrain) response.write(pieces);
        length = response.socket?.bytesWritten ?? length;
      }, everyMs);
      response.on('close', () => clearInterval(timer));
    };
    return () => length;
  }

  it('without end is left', async () => {
    const sent = pouring(' '.repeat(64 * 1024), 1);
    expect(await depart()).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
    expect(sent()).toBeLessThan(16 * 1024 * 1024);
  });

  it('character by character is left', async () => {
    pouring(' ', 50);
    expect(await depart()).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
  });

  it('elsewhere is not followed', async () => {
    const before = provider.requests.length;
    hostile.onDiscovery = (response) => response.writeHead(302, { location: provider.issuer }).end();
    expect(await depart()).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
    expect(provider.requests.slice(before)).toEqual([]);
  });

  it.each([
    ['no address of its sign-out', { end_session_endpoint: 'none' }],
    ['a sign-out that ends a directive of our pages', { end_session_endpoint: 'https://a;sandbox/' }],
    ['a sign-out that begins another policy', { end_session_endpoint: 'https://a,b/' }],
    ['another issuer', { issuer: 'https://example.org' }],
    ['a script as the address of its sign-in', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('with %s is refused, and pages are served', async (_what, metadata) => {
    Object.assign(hostile, { onDiscovery: null, metadata });
    expect(await depart()).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
    expect(await pages()).toBe(200);
  });

  async function arrive(subject: string) {
    Object.assign(hostile, { onDiscovery: null, metadata: {} });
    const { data } = await depart();
    const { searchParams } = new URL(data.authorizationUrl);
    hostile.person = { nonce: searchParams.get('nonce') ?? '', subject };
    const [state, { challenge }] = [searchParams.get('state'), data];
    return server.call(exchangeCode, {
      body: { authorizationCode: 'c', state, iss: silent.issuer, challenge },
    });
  }

  it('with a person whose name fits in no index is refused', async () => {
    expect(await arrive('x'.repeat(3000))).toMatchObject({ status: 403, errCode: 'PROVIDER_REFUSED' });
  });

  it('with a new key is unavailable once, not for a minute', async () => {
    expect(await arrive('lee')).toMatchObject({ status: 200 });
    hostile.rotateKey();
    expect(await arrive('lee')).toMatchObject({ status: 502, errCode: 'PROVIDER_UNAVAILABLE' });
    expect(await arrive('lee')).toMatchObject({ status: 200 });
  });
});

it('shows the products beside this one to those the same sign-on opens them for', async () => {
  const { token } = await linkedSession('kim');
  const { data } = await server.call(listSiblings, { query: { refreshToken: 'of-another-time' }, token });
  expect(data.clientList).toEqual(SIBLINGS);
  const byPassword = await server.call(listSiblings, { token: await server.token('case.reader') });
  expect(byPassword.data.clientList).toEqual([]);
});

it('writes no code, ticket, token, password or secret into the log, whatever went wrong', async () => {
  await linkedSession('kim');
  const body = await comeBack('kim');
  await server.call(exchangeCode, { body: { ...body, authorizationCode: `${body.authorizationCode}x` } });
  await fetch(`${server.url}/oauth/authorize?code=${body.authorizationCode}&state=${body.state}`);
  await fetch(`${server.url}${signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":${DEMO_PASSWORD}}`,
  });
  await fetch(`${server.url}${signIn.path}`, { method: 'POST', body: `password=${DEMO_PASSWORD}` });
  const log = logged.join('');
  expect(log).toContain('the identity provider said no');
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/eyJ/);
});
