/** The lists of system administrators: organisation and access of all sponsors, for nobody else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAllUsers } from '../../shared/contract/index.ts';
import { insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let system: string;
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
    await insertUser(trx, sponsorKey, {
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
