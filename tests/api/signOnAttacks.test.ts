/** What a sign-in asks for is not circumvented by way of an identity provider. */
import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  beginFactor,
  checkSession,
  confirmFactor,
  exchangeCode,
  extendSession,
  linkIdentity,
  listUserAudit,
  readGrant,
  signInAndLink,
  signInBySso,
} from '../../shared/contract/index.ts';
import { hashOf } from '../../server/http/session.ts';
import { sealing } from '../../server/sealing.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { startHostileProvider, unsigned, type HostileProvider } from './hostileProvider.ts';
import { freePort } from './openIdProvider.ts';

const CLIENT = 'casewright';
const STEP_MS = 30_000;
let issuer: string;
let hostile: HostileProvider;
let server: TestServer;
beforeAll(async () => {
  const port = String(await freePort());
  issuer = `http://127.0.0.1:${await freePort()}`;
  hostile = await startHostileProvider(issuer, CLIENT);
  server = await startTestServer({
    env: {
      PORT: port,
      CASEWRIGHT_PUBLIC_URL: `http://127.0.0.1:${port}/`,
      CASEWRIGHT_SSO_ISSUER: issuer,
      CASEWRIGHT_SSO_CLIENT_ID: CLIENT,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await hostile.stop();
});
beforeEach(() => Object.assign(hostile, { claims: {}, forge: null }));

async function arrive(subject: string) {
  const { data } = await server.call(readGrant, { query: { realmId: 'default' } });
  const { searchParams } = new URL(data.authorizationUrl);
  hostile.person = { nonce: searchParams.get('nonce') ?? '', subject };
  const [state, { challenge }] = [searchParams.get('state'), data];
  return server.call(exchangeCode, { body: { authorizationCode: 'c', state, iss: issuer, challenge } });
}
const ticketOf = async (subject: string) => (await arrive(subject)).data.ticket;
const link = (ticket: string, code?: string) =>
  server.call(signInAndLink, {
    body: { ticket, userId: 'case.reader', password: DEMO_PASSWORD, ...(code !== undefined && { code }) },
  });
const enter = async (subject: string) =>
  server.call(signInBySso, { body: { ticket: await ticketOf(subject) } });
const codeOf = (secret: string): string => {
  server.clock.advance(STEP_MS);
  return generateSync({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
};

const pemOf = (shown: JsonWebKey) =>
  createPublicKey({ key: shown, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
const hmac = (text: string, key: string | Buffer) =>
  `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
const now = () => Math.floor(Date.now() / 1000);

it.each([
  ['another issuer', { claims: { iss: 'https://example.org' } }],
  ['another product', { claims: { aud: 'another' } }],
  ['several products, made for another', { claims: { aud: [CLIENT, 'another'], azp: 'another' } }],
  ['another sign-on', { claims: { nonce: 'n'.repeat(43) } }],
  ['no sign-on', { claims: { nonce: undefined } }],
  ['nobody', { claims: { sub: undefined } }],
  ['a time that is over', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['a time to come', { claims: { nbf: now() + 3600 } }],
  ['no end', { claims: { exp: undefined } }],
  ['no signature', { forge: (claims: object) => `${unsigned({ alg: 'none' }, claims)}.` }],
  [
    'a signature by the key that is public',
    { forge: (claims: object, shown: JsonWebKey) => hmac(unsigned({ alg: 'HS256' }, claims), pemOf(shown)) },
  ],
  [
    'a signature by no secret',
    { forge: (claims: object) => hmac(unsigned({ alg: 'HS256' }, claims), Buffer.from('x')) },
  ],
  [
    'a signature of something else',
    { forge: (claims: object) => `${unsigned({ alg: 'RS256' }, claims)}.AAAA` },
  ],
])('a token of %s is refused', async (_what, forged) => {
  Object.assign(hostile, forged);
  const answer = await arrive('mallory');
  expect([403, 502], answer.errMsg ?? '').toContain(answer.status);
  expect(answer.data).toBeNull();
});

it('an account is linked by all that its sign-in asks for', async () => {
  const token = await server.token('case.reader');
  const { userKey } = (await server.call(checkSession, { params: { id: 'me' }, token })).data;
  const body = { password: DEMO_PASSWORD };
  const { secret } = (await server.call(beginFactor, { params: { userKey }, body, token })).data;
  const code = codeOf(secret);
  await server.call(confirmFactor, { params: { userKey }, body: { code }, token });
  const ticket = await ticketOf('mallory');
  // the password alone is what another person may know
  expect(await link(ticket)).toMatchObject({ status: 401, errCode: 'SECOND_FACTOR_REQUIRED' });
  expect(await link(ticket, code)).toMatchObject({ status: 401, errCode: 'WRONG_CODE' });
  expect(await server.call(signInBySso, { body: { ticket } })).toMatchObject({ errCode: 'SSO_NOT_LINKED' });
  expect(await link(ticket, codeOf(secret))).toMatchObject({ data: { userId: 'case.reader' } });
  // nor from within a session, which another person may have found open
  const linkOwn = async (proof: object) =>
    server.call(linkIdentity, {
      params: { userKey },
      token,
      body: { ticket: await ticketOf('found open'), password: DEMO_PASSWORD, ...proof },
    });
  expect(await linkOwn({})).toMatchObject({ status: 401, errCode: 'SECOND_FACTOR_REQUIRED' });
  expect(await linkOwn({ code })).toMatchObject({ status: 401, errCode: 'WRONG_CODE' });
  expect(await enter('found open')).toMatchObject({ errCode: 'SSO_NOT_LINKED' });
  expect(await linkOwn({ code: codeOf(secret) })).toMatchObject({ status: 200 });
  expect(await enter('found open')).toMatchObject({ data: { userId: 'case.reader' } });
  const trail = await server.call(listUserAudit, {
    params: { sponsorKey: 1, userKey },
    token: await server.token('sponsor.admin'),
  });
  expect(trail.data.listInfo[0]?.cells).toMatchObject({
    item: 'Linked identity',
    before: `kim@example.org (${issuer})`,
    after: 'Linked',
  });
});

it('a session whose provider cannot be asked any more, since the secret was changed, is over', async () => {
  const { data } = await server.call(signInBySso, { body: { ticket: await ticketOf('mallory') } });
  const other = sealing({ secret: 'a secret from before', dataDir: '' }, 'tokens of identity providers');
  await server.db
    .updateTable('session_sso')
    .set({ tokens: other.sealed('{}') })
    .where('token_hash', '=', hashOf(data.token))
    .execute();
  server.clock.advance(2 * STEP_MS);
  const extended = await server.call(extendSession, { token: data.token });
  expect(extended).toMatchObject({ status: 401, errCode: 'EXPIRED' });
  const { end_reason } = await server.db
    .selectFrom('session')
    .select('end_reason')
    .where('token_hash', '=', hashOf(data.token))
    .executeTakeFirstOrThrow();
  expect(end_reason).toMatch(/CASEWRIGHT_SECRET was changed/);
});

it('a password that has expired links nothing', async () => {
  await server.db
    .updateTable('sponsor')
    .set({ account_rules: sql`'{"passwordDays":30}'::jsonb` })
    .execute();
  server.clock.advance(31 * 24 * 60 * 60_000);
  const answer = await server.call(signInAndLink, {
    body: { ticket: await ticketOf('late'), userId: 'case.editor', password: DEMO_PASSWORD },
  });
  expect(answer).toMatchObject({ status: 403, errCode: 'PASSWORD_EXPIRED' });
});
