import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { checkSession, listSenders, readSetUp, setUp, signIn } from '../../shared/contract/auth.ts';
import { readFirstSteps } from '../../shared/contract/home.ts';
import { listRoleAudit, listRoles } from '../../shared/contract/roles.ts';
import { newSetUpToken } from '../../server/areas/auth/setUp.service.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

const FIRST = {
  userId: 'first.admin',
  userName: 'First Admin',
  password: 'long-enough-1',
  sponsorName: 'First sponsor',
  country: 'KR',
  senderName: 'First sender',
};
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ env: { CASEWRIGHT_DEMO: '0' } });
  token = (await newSetUpToken(server.deps)) ?? '';
});
afterAll(() => server.stop());

const isOpen = async (of: string) => (await server.call(readSetUp, { params: { token: of } })).data.open;
const make = (body: unknown, of = token) =>
  server.call(setUp, { params: { token: of }, query: { language: 'ko' }, body });

it('starts without any account', async () => {
  const users = await server.db.selectFrom('app_user').selectAll().execute();
  expect(users).toEqual([]);
});

it('is open with the printed link only', async () => {
  expect(await isOpen(token)).toBe(true);
  expect(await isOpen('A'.repeat(43))).toBe(false);
  expect(await make(FIRST, 'A'.repeat(43))).toMatchObject({ status: 409, errCode: 'SET_UP_CLOSED' });
});

it('offers the countries in the language of the request, with a good link only', async () => {
  const countries = async (of: string) =>
    (await server.call(readSetUp, { params: { token: of }, query: { language: 'ko' } })).data.countries;
  expect(await countries(token)).toContainEqual({ code: 'KR', label: '대한민국' });
  expect(await countries('A'.repeat(43))).toEqual([]);
});

it.each(['', 'ZZ', 'kr'])('refuses a country that it does not offer: "%s"', async (country) => {
  expect(await make({ ...FIRST, country })).toMatchObject({
    status: 400,
    errCode: 'INVALID_REQUEST',
    details: [expect.objectContaining({ path: 'country' })],
  });
  expect(await isOpen(token)).toBe(true);
});

it('makes an earlier link void with a new one', async () => {
  const earlier = token;
  token = (await newSetUpToken(server.deps)) ?? '';
  expect([await isOpen(earlier), await isOpen(token)]).toEqual([false, true]);
});

it.each(['short-1', 'only-letters', '1234567890'])('refuses the weak password %s', async (password) => {
  expect((await make({ ...FIRST, password })).status).toBe(400);
  expect(await isOpen(token)).toBe(true);
});

it('makes one administrator, though two use the link at once', async () => {
  // as a set-up leaves it that was cut off: what it drew is not given back
  await sql`select nextval(pg_get_serial_sequence('sponsor', 'sponsor_key'))`.execute(server.db);
  const answers = await Promise.all([make(FIRST), make({ ...FIRST, userId: 'second.admin' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const users = await server.db.selectFrom('app_user').select('is_system_admin').execute();
  expect(users).toEqual([{ is_system_admin: true }]);
  const sponsors = await server.db.selectFrom('sponsor').select('sponsor_key').execute();
  expect(sponsors).toEqual([{ sponsor_key: ADMIN_SPONSOR_KEY }]);
  // without it the next change of the company would be refused
  const company = await server.db.selectFrom('company').select('country').executeTakeFirstOrThrow();
  expect(company.country).toBe('KR');
});

it('closes for good afterwards', async () => {
  expect(await isOpen(token)).toBe(false);
  expect(await make({ ...FIRST, userId: 'third.admin' })).toMatchObject({ errCode: 'SET_UP_CLOSED' });
  expect(await newSetUpToken(server.deps)).toBeNull();
});

it('lets the administrator in, with sponsor and sender', async () => {
  const { user_id } = await server.db.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow();
  const { data } = await server.call(signIn, { body: { userId: user_id, password: FIRST.password } });
  expect(data).toMatchObject({
    systemAdmin: true,
    organization: 'First sponsor',
    senderName: 'First sender',
  });
  const me = await server.call(checkSession, { params: { id: String(data.userKey) }, token: data.token });
  expect(me.data.environment).toBe('production');
  const params = { sponsorKey: data.sponsorKey, userKey: data.userKey };
  const senders = await server.call(listSenders, { params, token: data.token });
  expect(senders.data.senderList).toEqual([{ SENDER_KEY: 1, SND_ORGAN: 'First sender' }]);
  const steps = await server.call(readFirstSteps, { params, token: data.token });
  // only invented terms of the dictionary are there
  expect(steps.data.steps).toContainEqual({ step: 'dictionary', done: false });
});

it('gives the sponsor roles in the language of the set-up, whose audit trails begin with it', async () => {
  const { user_id } = await server.db.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow();
  const { data } = await server.call(signIn, { body: { userId: user_id, password: FIRST.password } });
  const params = { sponsorKey: data.sponsorKey };
  const { roles } = (await server.call(listRoles, { params, token: data.token })).data;
  expect(roles.map(({ name }) => name)).toEqual(['관리자', '사례 담당자', '열람자', '의학 검토자']);
  for (const { roleId, name } of roles) {
    const trail = await server.call(listRoleAudit, { params: { ...params, roleId }, token: data.token });
    const entries = trail.data.listInfo.map(({ cells }) => cells);
    expect(entries).toContainEqual(
      expect.objectContaining({ item: 'Name', after: name, user: `${user_id} (${FIRST.userName})` }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ item: expect.stringContaining('ase'), after: 'Yes' }),
    );
  }
});
