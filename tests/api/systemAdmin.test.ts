/** The lists of system administrators: organisation and access of all sponsors, for nobody else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeSystemUser,
  changeUserAccount,
  checkSession,
  listAccess,
  listAllCases,
  listAllMessages,
  listAllReceivers,
  listAllUsers,
  listCases,
  listSystemUserAudit,
  listUserAudit,
  listUsers,
  readSystemUser,
  readUserAccount,
  saveRecord,
} from '../../shared/contract/index.ts';
import { insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let system: string;
/** of a sponsor without roles */
let borealisUser: number;
beforeAll(async () => {
  server = await startTestServer();
  system = await server.token('system.admin');
  await server.db.transaction().execute(async (trx) => {
    const sponsorKey = await insertSponsor(trx, {
      companyName: 'Borealis CRO',
      name: 'Borealis',
      clientType: 'CRO',
      country: 'us',
      timeZone: 'America/New_York',
      useWorkflow: false,
      defaultAppendix: 'US',
    });
    borealisUser = await insertUser(trx, sponsorKey, {
      userId: 'borealis.user',
      name: 'B. Orealis',
      password: 'Only-for-tests-1',
      systemAdmin: false,
      unblind: false,
      roleId: null,
    });
  });
});
afterAll(() => server.stop());

it('users of all sponsors are listed with sponsors and roles', async () => {
  const rows = async (keyword: string) =>
    (await server.call(listAllUsers, { query: { keyword }, token: system })).data.listInfo;
  expect(await rows('orealis')).toMatchObject([{ name: 'borealis.user', cells: { sponsors: 'Borealis' } }]);
  expect((await rows('sponsor.admin'))[0]?.cells).toHaveProperty('roles');
});

it('an administrator of a sponsor does not list users', async () => {
  const token = await server.token('sponsor.admin');
  expect(await server.call(listAllUsers, { token })).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
});

it('cases of every sponsor are found with how they stand, and without what they hold', async () => {
  const token = await server.token('sponsor.admin');
  const { data } = await server.call(listCases, { params: { sponsorKey: 1 }, token });
  const [known] = data.listInfo;
  const found = await server.call(listAllCases, { query: { keyword: known?.name ?? '' }, token: system });
  expect(found.data.listInfo).toMatchObject([
    { name: known?.name, link: null, cells: { workflowStep: known?.cells['workflowStatus'] } },
  ]);
  const all = await server.call(listAllCases, { query: { rowCount: 100 }, token: system });
  expect(all.data.pageInfo.totalCount).toBeGreaterThanOrEqual(data.pageInfo.totalCount);
  const columns = new Set(all.data.listInfo.flatMap(({ cells }) => Object.keys(cells)));
  expect([...columns].filter((column) => ['patientName', 'productName', 'aeTerm'].includes(column))).toEqual(
    [],
  );
});

it('receivers of every sponsor are listed with their identifiers', async () => {
  const token = await server.token('sponsor.admin');
  const texts = { receiverName: 'MFDS drugs', receiverType: 'authority', RECEIVER_BATCH_ID: 'MFDS-O-KR' };
  const changes = Object.entries(texts).map(([itemId, text]) => itemValue(itemId, [], text));
  const saved = await server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: 0, page: 'RV' },
    body: { reason: 'Entered', retrievedAt: LATER, changes, rows: [] } as never,
    token,
  });
  expect(saved.status).toBe(200);
  const { data } = await server.call(listAllReceivers, { query: { keyword: 'mfds drugs' }, token: system });
  expect(data.listInfo).toMatchObject([
    { name: 'MFDS drugs', cells: { batchId: 'MFDS-O-KR', recordState: 'Active' } },
  ]);
  expect(data.listInfo[0]?.cells['sponsor']).toBeTruthy();
});

it.each([listAllCases, listAllMessages, listAllReceivers])(
  'an administrator of a sponsor does not make $path',
  async (call) => {
    const token = await server.token('sponsor.admin');
    expect(await server.call(call, { token })).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  },
);

it('a user is seen over all sponsors, deactivated and activated again with the reason', async () => {
  const { user_key: userKey } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.reader')
    .executeTakeFirstOrThrow();
  const params = { userKey };
  const token = await server.token('case.reader');
  const act = (action: 'deactivate' | 'activate' | 'makeSystemAdmin' | 'removeSystemAdmin') =>
    server.call(changeSystemUser, { params, body: { action, reason: 'Left' }, token: system });
  expect((await act('deactivate')).status).toBe(200);
  expect((await server.call(checkSession, { params: { id: 'me' }, token })).status).toBe(401);
  const seen = (await server.call(readSystemUser, { params, token: system })).data;
  expect(seen).toMatchObject({ userId: 'case.reader', active: false, openSessions: 0 });
  expect(seen.parts[0]).toMatchObject({ state: 'active' });
  // administrators of the sponsor do not wonder why an invitation opens nothing
  const admin = await server.token('sponsor.admin');
  const inSponsor = { sponsorKey: 1 };
  const account = await server.call(readUserAccount, { params: { ...inSponsor, userKey }, token: admin });
  expect(account.data.state).toBe('deactivated');
  const query = { keyword: 'case.reader' };
  const listed = await server.call(listUsers, { params: inSponsor, query, token: admin });
  expect(listed.data.listInfo[0]?.codes).toMatchObject({ userState: ['deactivated'] });
  for (const next of ['activate', 'makeSystemAdmin', 'removeSystemAdmin'] as const)
    expect((await act(next)).status).toBe(200);
  const trail = await server.call(listSystemUserAudit, { params, token: system });
  expect(
    trail.data.listInfo.map(({ cells }) => [cells['item'], cells['before'], cells['after'], cells['reason']]),
  ).toEqual([
    ['System administrator', 'Yes', 'No', 'Left'],
    ['System administrator', 'No', 'Yes', 'Left'],
    ['Account', 'Deactivated', 'Active', 'Left'],
    ['Account', 'Active', 'Deactivated', 'Left'],
  ]);
});

it('a user whom the system administration unlocks, or deactivates, has the access that the sponsor reads', async () => {
  const admin = await server.token('sponsor.admin');
  const { user_key: userKey } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.reader')
    .executeTakeFirstOrThrow();
  const params = { sponsorKey: 1, userKey };
  const { state } = (await server.call(readUserAccount, { params, token: admin })).data;
  const lock = { action: 'lock', reason: 'On leave', state } as const;
  expect((await server.call(changeUserAccount, { params, body: lock, token: admin })).status).toBe(200);
  const accessOf = async () =>
    (
      await server.call(listAccess, {
        params: { sponsorKey: 1, day: Number(dayAt(server.clock.now().getTime(), 'Asia/Seoul')) },
        query: { keyword: 'case.reader' },
        token: admin,
      })
    ).data.listInfo.map(({ codes }) => codes['state']);
  expect(await accessOf()).toEqual([['locked']]);
  const unlock = { action: 'unlock', reason: 'Back', sponsorKey: 1 } as const;
  const done = await server.call(changeSystemUser, { params: { userKey }, body: unlock, token: system });
  expect(done.status).toBe(200);
  expect(await accessOf()).toEqual([['open']]);
  const trail = async () =>
    (await server.call(listUserAudit, { params, token: admin })).data.listInfo[0]?.cells;
  expect(await trail()).toMatchObject({ before: 'Locked', reason: 'Back' });

  const act = (action: 'deactivate' | 'activate') =>
    server.call(changeSystemUser, { params: { userKey }, body: { action, reason: 'Left' }, token: system });
  expect(await act('deactivate')).toMatchObject({ status: 200 });
  expect(await accessOf()).toEqual([['deactivated']]);
  expect(await trail()).toMatchObject({
    item: 'Account',
    before: 'Active',
    after: 'Deactivated',
    reason: 'Left',
  });
  expect(await act('activate')).toMatchObject({ status: 200 });
  expect(await accessOf()).toEqual([['open']]);
});

it('a user is deactivated whose sponsor has nobody to administer it', async () => {
  const act = (action: 'deactivate' | 'activate') =>
    server.call(changeSystemUser, {
      params: { userKey: borealisUser },
      body: { action, reason: 'Left' },
      token: system,
    });
  expect(await act('deactivate')).toMatchObject({ status: 200 });
  expect(await act('activate')).toMatchObject({ status: 200 });
});

it('nobody ends their own system administration, and the last administrator of a sponsor stays', async () => {
  const keyOf = async (userId: string) =>
    (
      await server.db
        .selectFrom('app_user')
        .select('user_key')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).user_key;
  const act = async (userId: string, action: 'deactivate' | 'removeSystemAdmin') =>
    server.call(changeSystemUser, {
      params: { userKey: await keyOf(userId) },
      body: { action, reason: 'Tidied up' },
      token: system,
    });
  expect(await act('system.admin', 'removeSystemAdmin')).toMatchObject({ errCode: 'OWN_ACCOUNT' });
  expect(await act('sponsor.admin', 'deactivate')).toMatchObject({ errCode: 'LAST_ADMINISTRATOR' });
});
