/** Ids of users in any script: one account for what is read as one id, and a way in for its user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeUserAccount,
  readUserAccount,
  saveUser,
  setPasswordByLink,
  signIn,
} from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startTestServer, type TestServer } from './harness.ts';

const PASSWORD = 'First-password-1';
let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

const add = (userId: string, mail?: string) => {
  const values = { USER_ID: userId, USER_NAME: `Name of ${userId}`, USER_ROLES: 'Reader [3]' };
  const changes = Object.entries({ ...values, ...(mail && { USER_MAIL: mail }) });
  return server.call(saveUser, {
    params: { sponsorKey: 1, userKey: 0 },
    body: {
      reason: 'Asked for',
      retrievedAt: LATER,
      changes: changes.map(([itemId, value]) => itemValue(itemId, [], value)),
    },
    token: admin,
  });
};
const refused = (itemId: string, ruleId: string) => ({
  status: 422,
  errCode: 'ITEM_REFUSED',
  details: [expect.objectContaining({ itemId, ruleId })],
});

describe('an id', () => {
  it.each([
    // the last letter of the first is another one in lower case, and the first of the second is two
    ['ΝΙΚΟΣ', 'ΝΙΚΟΣ'],
    ['İrem.Kaya', 'İrem.Kaya'],
    ['Ärztin', 'ärztin'],
    ['田中太郎', '田中太郎'],
  ])('of any script (%s) is that of one user, who signs in as %s', async (userId, typed) => {
    const { data, status } = await add(userId);
    expect(status).toBe(200);
    const params = { sponsorKey: 1, userKey: data.recordKey };
    const { state } = (await server.call(readUserAccount, { params, token: admin })).data;
    const invite = { action: 'invite', reason: 'New', state } as const;
    const invited = await server.call(changeUserAccount, { params, body: invite, token: admin });
    const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(invited.data.link ?? '') ?? [];
    const set = { params: { id: userId }, body: { token, password: PASSWORD } };
    expect(await server.call(setPasswordByLink, set)).toMatchObject({ status: 200 });
    expect(await server.call(signIn, { body: { userId: typed, password: PASSWORD } })).toMatchObject({
      status: 200,
      data: { userId },
    });
    expect(await add(typed)).toMatchObject(refused('USER_ID', 'value.exists'));
  });

  it.each([
    ['full width', 'ｃａｓｅ.ｅｄｉｔｏｒ'],
    ['letters in parts', '김철수'.normalize('NFD')],
  ])('in %s is refused: it is read as another one', async (_, userId) => {
    expect(await add(userId)).toMatchObject(refused('USER_ID', 'user.otherForm'));
  });
});

it('an address is that of one user, whatever the case of its letters', async () => {
  expect(await add('sigma.one', 'ΝΙΚΟΣ@example.com')).toMatchObject({ status: 200 });
  expect(await add('sigma.two', 'ΝΙΚΟΣ@example.com')).toMatchObject(refused('USER_MAIL', 'value.exists'));
});
