/** Users of a sponsor: records with accounts, invited by a link, limited, locked; each need of Part 11 that they meet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeUserAccount,
  checkSession,
  listRecordOptions,
  listUserAudit,
  listUsers,
  readMaster,
  readRecord,
  readUser,
  readUserAccount,
  saveUser,
  setPasswordByLink,
  signIn,
} from '../../shared/contract/index.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const PASSWORD = 'First-password-1';
let world: CaseWorld;
let admin: string;
let adminKey: number;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
  adminKey = await keyOf('sponsor.admin');
});
afterAll(() => world.server.stop());

const keyOf = async (userId: string): Promise<number> =>
  (
    await world.server.db
      .selectFrom('app_user')
      .select('user_key')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).user_key;
const of = (userKey: number) => ({ sponsorKey: 1, userKey });
const save = (userKey: number, changes: unknown[], token = admin) =>
  world.server.call(saveUser, {
    params: of(userKey),
    body: { reason: 'Asked for', retrievedAt: LATER, changes },
    token,
  });
const person = (userId: string, more: Record<string, string> = {}) =>
  Object.entries({ USER_ID: userId, USER_NAME: `Name of ${userId}`, USER_ROLES: 'Reader [3]', ...more }).map(
    ([itemId, value]) => itemValue(itemId, [], value),
  );
const added = async (userId: string, more: Record<string, string> = {}): Promise<number> => {
  const saved = await save(0, person(userId, more));
  expect(saved).toMatchObject({ status: 200 });
  return saved.data.recordKey;
};
const account = async (userKey: number, token = admin) =>
  (await world.server.call(readUserAccount, { params: of(userKey), token })).data;
const act = async (userKey: number, action: string, more: Record<string, unknown> = {}) =>
  world.server.call(changeUserAccount, {
    params: of(userKey),
    body: { action, reason: 'Asked for', state: (await account(userKey)).state, ...more },
    token: admin,
  });
const enter = (userId: string, password = PASSWORD) =>
  world.server.call(signIn, { body: { userId, password } });
/** Sets the first password with the link of an invitation, and opens a session. */
const accepted = async (userKey: number, userId: string): Promise<string> => {
  const { data } = await act(userKey, 'invite');
  const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(data.link ?? '') ?? [];
  const body = { token, password: PASSWORD };
  expect(await world.server.call(setPasswordByLink, { params: { id: userId }, body })).toMatchObject({
    status: 200,
  });
  return (await enter(userId)).data.token;
};
const look = (token: string) => world.server.call(checkSession, { params: { id: 'me' }, token });
const refusedAt = (itemId: string, ruleId: string) => ({
  status: 422,
  errCode: 'ITEM_REFUSED',
  details: [expect.objectContaining({ itemId, ruleId })],
});

describe('a user', () => {
  it('is added by an administrator, invited by a link that works once, and listed', async () => {
    const userKey = await added('new.reader', { USER_MAIL: 'new.reader@example.com' });
    expect(await account(userKey)).toMatchObject({ state: 'invited', lastSignIn: null, isOwn: false });
    expect(await enter('new.reader', '')).toMatchObject({ status: 400 });
    expect(await enter('new.reader')).toMatchObject({ errCode: 'WRONG_PASSWORD' });
    const token = await accepted(userKey, 'new.reader');
    expect(await look(token)).toMatchObject({ data: { userId: 'new.reader', roleName: 'Reader' } });
    expect(await account(userKey)).toMatchObject({ state: 'active', sessions: [{}] });
    const { data } = await world.server.call(listUsers, {
      params: { sponsorKey: 1 },
      query: { keyword: 'new.reader' },
      token: admin,
    });
    expect(data.listInfo).toMatchObject([
      {
        name: 'Name of new.reader',
        link: `user/${userKey}/detail`,
        cells: { USER_ROLES: 'Reader', lastSignIn: expect.stringContaining(':') },
        codes: { userState: ['active'] },
      },
    ]);
  });

  it('has an id that no other account has, whatever its letters and however long ago', async () => {
    await added('Unique.One');
    expect(await save(0, person('unique.one'))).toMatchObject(refusedAt('USER_ID', 'value.exists'));
    expect(await save(0, person('no id'))).toMatchObject(refusedAt('USER_ID', 'user.invalidId'));
    const taken = person('other.mail', { USER_MAIL: 'CASE.editor@example.com' });
    expect(await save(0, taken)).toMatchObject(refusedAt('USER_MAIL', 'value.exists'));
    const userKey = await keyOf('Unique.One');
    expect(await save(userKey, [itemValue('USER_ID', [], 'renamed')])).toMatchObject(
      refusedAt('USER_ID', 'user.idNeverChanges'),
    );
  });

  it('has a name', async () => {
    expect(await save(0, [itemValue('USER_ID', [], 'nameless')])).toMatchObject(
      refusedAt('USER_NAME', 'value.required'),
    );
  });

  it('sees at the next request what they are limited to, and no more', async () => {
    const userKey = await added('limited.reader');
    const token = await accepted(userKey, 'limited.reader');
    const senders = async () =>
      (
        await world.server.call(listRecordOptions, {
          params: { sponsorKey: 1, kind: 'sender' },
          token,
        })
      ).data.listInfo.length;
    const before = await senders();
    await save(userKey, [itemValue('USER_SENDERS', [], 'whatever [1]')]);
    expect(before).toBeGreaterThan(0);
    expect(await senders()).toBe(1);
    const { data } = await world.server.call(readUser, { params: of(userKey), token: admin });
    const stored = data.values.find(({ itemId }) => itemId === 'USER_SENDERS')?.value;
    expect(stored).not.toContain('whatever');
    expect(await save(userKey, [itemValue('USER_SENDERS', [], 'nobody [99999]')])).toMatchObject(
      refusedAt('USER_SENDERS', 'value.notValid'),
    );
  });

  it('is locked with all sessions at once, and unlocked', async () => {
    const userKey = await added('locked.reader');
    const token = await accepted(userKey, 'locked.reader');
    expect(await act(userKey, 'lock')).toMatchObject({ status: 200 });
    expect(await look(token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await enter('locked.reader')).toMatchObject({ errCode: 'NO_SPONSOR' });
    expect(await act(userKey, 'lock', { state: 'active' })).toMatchObject({ errCode: 'USER_CHANGED' });
    expect(await act(userKey, 'unlock')).toMatchObject({ status: 200 });
    expect(await enter('locked.reader')).toMatchObject({ status: 200 });
  });

  it('works from the start date to the end date, in open sessions too', async () => {
    const userKey = await added('dated.reader');
    const token = await accepted(userKey, 'dated.reader');
    await save(userKey, [itemValue('USER_END', [], '20010203')]);
    expect(await look(token)).toMatchObject({ errCode: 'NO_PRIVILEGE' });
    expect(await enter('dated.reader')).toMatchObject({ errCode: 'NO_SPONSOR' });
    expect((await account(userKey)).state).toBe('ended');
    await save(userKey, [itemValue('USER_END', [], ''), itemValue('USER_START', [], '29990101')]);
    expect((await account(userKey)).state).toBe('notYet');
    await save(userKey, [itemValue('USER_START', [], '20010101')]);
    expect(await enter('dated.reader')).toMatchObject({ status: 200 });
    expect(await save(userKey, [itemValue('USER_END', [], '20000101')])).toMatchObject(
      refusedAt('USER_END', 'user.endBeforeStart'),
    );
  });

  it('has open sessions that an administrator sees and ends', async () => {
    const userKey = await added('open.reader');
    const [first, second] = [await accepted(userKey, 'open.reader'), (await enter('open.reader')).data.token];
    const { sessions } = await account(userKey);
    expect(sessions).toHaveLength(2);
    await act(userKey, 'endSessions', { sessionId: sessions[0]?.sessionId });
    expect([(await look(first)).status, (await look(second)).status].toSorted()).toEqual([200, 401]);
    await act(userKey, 'endSessions');
    expect((await account(userKey)).sessions).toEqual([]);
  });
});

describe('an administrator', () => {
  it('changes neither their own access nor locks themselves', async () => {
    expect(await save(adminKey, [itemValue('USER_ROLES', [], 'Reader [3]')])).toMatchObject(
      refusedAt('USER_ROLES', 'user.ownAccess'),
    );
    expect(await act(adminKey, 'lock')).toMatchObject({ status: 409, errCode: 'OWN_ACCOUNT' });
    expect(await save(adminKey, [itemValue('USER_PHONE', [], '+82 2 000 0000')])).toMatchObject({
      status: 200,
    });
  });

  it('stays: the last one of a sponsor is not locked', async () => {
    const userKey = await added('second.admin', { USER_ROLES: 'Administrator [1]' });
    const token = await accepted(userKey, 'second.admin');
    const lock = (which: number, by: string) =>
      world.server.call(changeUserAccount, {
        params: of(which),
        body: { action: 'lock', reason: 'Each other', state: 'active' },
        token: by,
      });
    // of two who lock each other at once, one stays
    const answers = await Promise.all([lock(userKey, admin), lock(adminKey, token)]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    // or their session had ended by the lock before the request was let in
    expect(['LAST_ADMINISTRATOR', 'EXPIRED', 'UNAUTHENTICATED']).toContain(refused[0]?.errCode);
    await world.server.db.updateTable('user_sponsor').set({ locked_at: null }).execute();
    admin = (await enter('sponsor.admin', DEMO_PASSWORD)).data.token;
  });

  it('does not touch the address of an account that administers the system', async () => {
    const userKey = await keyOf('system.admin');
    expect(await save(userKey, [itemValue('USER_MAIL', [], 'thief@example.com')])).toMatchObject(
      refusedAt('USER_MAIL', 'user.shared'),
    );
    expect(await act(userKey, 'invite')).toMatchObject({ errCode: 'ACCOUNT_SHARED' });
  });

  it('gets blinded values opened by those alone who may see them', async () => {
    const { db } = world.server;
    const adminWithout = await added('blind.admin', { USER_ROLES: 'Administrator [1]' });
    const blind = await accepted(adminWithout, 'blind.admin');
    const opened = await added('opened.reader', { USER_UNBLIND: 'true', USER_MAIL: 'opened@example.com' });
    const other = await added('other.reader');
    const refused = (itemId: string) => refusedAt(itemId, 'user.unblindNotOwn');
    const unblind = [itemValue('USER_UNBLIND', [], 'true')];
    expect(await save(other, unblind, blind)).toMatchObject(refused('USER_UNBLIND'));
    expect(await save(0, person('made.reader', { USER_UNBLIND: 'true' }), blind)).toMatchObject(
      refused('USER_UNBLIND'),
    );
    // nor do they take over the account of one who may
    expect(await save(opened, [itemValue('USER_MAIL', [], 'thief@example.com')], blind)).toMatchObject(
      refused('USER_MAIL'),
    );
    const { state } = await account(opened);
    const invite = { action: 'invite', reason: 'Asked for', state };
    expect(
      await world.server.call(changeUserAccount, { params: of(opened), body: invite, token: blind }),
    ).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    // to take it away, and to lock, needs nothing
    expect(await save(opened, [itemValue('USER_UNBLIND', [], 'false')], blind)).toMatchObject({
      status: 200,
    });
    await db
      .updateTable('user_sponsor')
      .set({ locked_at: new Date() })
      .where('user_key', '=', adminWithout)
      .execute();
  });

  it('has a record of who verified their identity, and when', async () => {
    const verified = { USER_VERIFIED_BY: 'Notary Kim', USER_VERIFIED_ON: '20260105' };
    const userKey = await added('verified.reader', verified);
    const { data } = await world.server.call(readUser, { params: of(userKey), token: admin });
    const values = Object.fromEntries(data.values.map(({ itemId, value }) => [itemId, value]));
    expect(values).toMatchObject(verified);
    const trail = await world.server.call(listUserAudit, { params: of(userKey), token: admin });
    expect(trail.data.listInfo.map(({ cells }) => cells['after'])).toContain('Notary Kim');
  });

  it('loses access after the days without sign-in that the sponsor sets, until an administrator unlocks', async () => {
    const userKey = await added('absent.reader');
    const token = await accepted(userKey, 'absent.reader');
    const rules = (days: number | null) =>
      world.query((trx) =>
        trx
          .updateTable('sponsor')
          .set({ account_rules: JSON.stringify({ inactiveDays: days }) })
          .where('sponsor_key', '=', 1)
          .execute(),
      );
    await world.query((trx) =>
      trx
        .updateTable('user_sponsor')
        .set({ since: new Date(0), last_used_at: new Date(0) })
        .where('user_key', '=', userKey)
        .execute(),
    );
    await rules(90);
    expect(await look(token)).toMatchObject({ errCode: 'NO_PRIVILEGE' });
    expect(await act(userKey, 'unlock')).toMatchObject({ status: 200 });
    expect(await look(token)).toMatchObject({ status: 200 });
    await rules(null);
  });

  it('leaves every change in an audit trail that nobody can change', async () => {
    const userKey = await added('audited.reader');
    await save(userKey, [itemValue('USER_UNBLIND', [], 'true')]);
    await act(userKey, 'lock');
    const { data } = await world.server.call(listUserAudit, { params: of(userKey), token: admin });
    expect(data.listInfo.map(({ cells }) => [cells['after'], cells['reason']])).toEqual(
      expect.arrayContaining([
        ['locked', 'Asked for'],
        ['Yes', 'Asked for'],
        ['Reader [3]', 'Asked for'],
      ]),
    );
    const chain = { sponsorKey: 1, scope: 'record/user', scopeKey: userKey } as const;
    const checks = { keys: world.server.deps.auditKeys, anchored: null };
    expect(await world.query((trx) => verifyChain(trx, chain, checks))).toMatchObject({ whole: true });
  });
});

describe('other calls', () => {
  it('do not open the records of users', async () => {
    const params = { sponsorKey: 1, kind: 'user', recordKey: adminKey };
    for (const answer of [
      await world.server.call(readRecord, { params: { ...params, page: 'UR' }, token: admin }),
      await world.server.call(readMaster, { params, token: admin }),
      await world.server.call(listRecordOptions, { params, token: admin }),
    ])
      expect(answer).toMatchObject({ status: 404, errCode: 'RECORD_NOT_FOUND' });
  });
});
