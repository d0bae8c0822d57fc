/** Administrators who see less than others: what they may not do with accounts that see more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeUserAccount, readUserAccount, saveUser } from '../../shared/contract/index.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { setItemRights } from './setItemRights.ts';

const ADMINISTRATOR = 1;
/** has every privilege, and hides the initials of the patient */
const HIDING = 77;
const NO_MORE = { status: 403, errCode: 'NO_PRIVILEGE' };

let world: CaseWorld;
/** limited to a sender, by no role */
let ofSender: string;
/** limited by the role that hides an item */
let withoutItem: string;
beforeAll(async () => {
  world = await startCaseWorld();
  await world.query((trx) =>
    insertRole(trx, 1, { roleId: HIDING, name: 'Without initials', privileges: PRIVILEGES }),
  );
  const itemId = world.server.deps.catalogue.whole.roles['patientInitials'] ?? '';
  const rights = [{ itemId, right: 'hidden' as const }];
  expect(await setItemRights(world.server, { token: world.second, roleId: HIDING, rights })).toMatchObject({
    status: 200,
  });
  ofSender = await world.limitedUser('admin.of.sender.2', { senderKeys: [2] }, ADMINISTRATOR);
  withoutItem = await world.limitedUser('admin.without.item', {}, HIDING);
});
afterAll(() => world.server.stop());

const save = (userKey: number, values: Record<string, string>, token = world.second) =>
  world.server.call(saveUser, {
    params: { sponsorKey: 1, userKey },
    body: {
      reason: 'Asked for',
      retrievedAt: LATER,
      changes: Object.entries(values).map(([itemId, value]) => itemValue(itemId, [], value)),
    },
    token,
  });
const person = (userId: string, more: Record<string, string> = {}) => ({
  USER_ID: userId,
  USER_NAME: `Name of ${userId}`,
  USER_ROLES: 'Reader [3]',
  ...more,
});
const added = async (userId: string, more?: Record<string, string>): Promise<number> => {
  const saved = await save(0, person(userId, more));
  expect(saved).toMatchObject({ status: 200 });
  return saved.data.recordKey;
};
const act = async (userKey: number, action: string, token: string) => {
  const params = { sponsorKey: 1, userKey };
  const { state } = (await world.server.call(readUserAccount, { params, token: world.second })).data;
  const body = { action, reason: 'Asked for', state };
  return world.server.call(changeUserAccount, { params, body, token });
};
const seesMore = (itemId: string) => ({
  status: 422,
  errCode: 'ITEM_REFUSED',
  details: [expect.objectContaining({ itemId, ruleId: 'user.seesMore' })],
});
const ADDRESS = { USER_MAIL: 'another@example.com' };
const WITHOUT_INITIALS = `Without initials [${HIDING}]`;

describe('an administrator who is limited to a sender', () => {
  it('neither invites a user without this limit, nor resets the second factor, nor changes the address', async () => {
    const userKey = await added('of.all.senders');
    expect(await act(userKey, 'invite', ofSender)).toMatchObject(NO_MORE);
    expect(await act(userKey, 'resetFactor', ofSender)).toMatchObject(NO_MORE);
    expect(await save(userKey, ADDRESS, ofSender)).toMatchObject(seesMore('USER_MAIL'));
  });

  it('nor a user who is limited to another one', async () => {
    const userKey = await added('of.sender.1', { USER_SENDERS: 'Any [1]' });
    expect(await act(userKey, 'invite', ofSender)).toMatchObject(NO_MORE);
    expect(await save(userKey, ADDRESS, ofSender)).toMatchObject(seesMore('USER_MAIL'));
  });

  it('does so for users within the limit, and changes the name of others, and locks them', async () => {
    const within = await added('of.sender.2', { USER_SENDERS: 'Any [2]' });
    expect(await save(within, { USER_MAIL: 'within@example.com' }, ofSender)).toMatchObject({ status: 200 });
    expect(await act(within, 'invite', ofSender)).toMatchObject({ status: 200 });
    const wide = await added('is.locked');
    expect(await save(wide, { USER_NAME: 'Another name' }, ofSender)).toMatchObject({ status: 200 });
    expect(await act(wide, 'lock', ofSender)).toMatchObject({ status: 200 });
  });
});

describe('an administrator from whom a role hides an item', () => {
  it('takes over no account that sees it', async () => {
    const userKey = await added('sees.initials');
    expect(await act(userKey, 'invite', withoutItem)).toMatchObject(NO_MORE);
    expect(await save(userKey, ADDRESS, withoutItem)).toMatchObject(seesMore('USER_MAIL'));
  });

  it('opens it to nobody by the roles of a user', async () => {
    expect(await save(0, person('is.new'), withoutItem)).toMatchObject(seesMore('USER_ROLES'));
    const made = await save(0, person('is.without', { USER_ROLES: WITHOUT_INITIALS }), withoutItem);
    expect(made).toMatchObject({ status: 200 });
    const userKey = made.data.recordKey;
    expect(await act(userKey, 'invite', withoutItem)).toMatchObject({ status: 200 });
    const reader = { USER_ROLES: 'Reader [3]' };
    expect(await save(userKey, reader, withoutItem)).toMatchObject(seesMore('USER_ROLES'));
    // who sees the item decides
    expect(await save(userKey, reader)).toMatchObject({ status: 200 });
  });
});
