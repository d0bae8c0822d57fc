/** Users of a sponsor: records with accounts, invited by a link, limited, locked; each need of Part 11 that they meet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import {
  changeUserAccount,
  checkSession,
  createApiToken,
  decideAccess,
  endSponsorToken,
  listAccess,
  listAccessReview,
  listRecordOptions,
  listRoles,
  listSponsorTokens,
  listUserAudit,
  listUsers,
  readAccessReviews,
  readMaster,
  readRecord,
  readUser,
  readUserAccount,
  savePrivileges,
  saveRole,
  saveUser,
  setPasswordByLink,
  signAccessReview,
  signIn,
  startAccessReview,
} from '../../shared/contract/index.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
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
    expect(await enter('locked.reader')).toMatchObject({
      errCode: 'NO_SPONSOR',
      errMsg: expect.stringMatching(/locked/) as string,
    });
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
    const refused = (itemId: string, ruleId = 'user.unblindNotOwn') => refusedAt(itemId, ruleId);
    const unblind = [itemValue('USER_UNBLIND', [], 'true')];
    expect(await save(other, unblind, blind)).toMatchObject(refused('USER_UNBLIND'));
    expect(await save(0, person('made.reader', { USER_UNBLIND: 'true' }), blind)).toMatchObject(
      refused('USER_UNBLIND'),
    );
    // nor do they take over the account of one who may
    expect(await save(opened, [itemValue('USER_MAIL', [], 'thief@example.com')], blind)).toMatchObject(
      refused('USER_MAIL', 'user.seesMore'),
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
        ['Locked', 'Asked for'],
        ['Yes', 'Asked for'],
        ['Reader [3]', 'Asked for'],
      ]),
    );
    const chain = { sponsorKey: 1, scope: 'record/user', scopeKey: userKey } as const;
    const checks = { keys: world.server.deps.auditKeys, anchored: null };
    expect(await world.query((trx) => verifyChain(trx, chain, checks))).toMatchObject({ whole: true });
  });
});

describe('a role for inspectors', () => {
  const role = (more: object) =>
    world.server.call(saveRole, {
      params: { sponsorKey: 1 },
      body: {
        reason: 'Inspection',
        roleId: null,
        setAt: null,
        description: '',
        inspector: true,
        delFlag: 'N',
        ...more,
      },
      token: admin,
    });
  const grant = (given: { roleId: number; setAt: string }, privileges: PrivilegeId[]) =>
    world.server.call(savePrivileges, {
      params: { sponsorKey: 1 },
      body: { reason: 'Inspection', roles: [{ ...given, privileges }] },
      token: admin,
    });
  const INSPECTOR = { USER_END: '20991231', USER_SENDERS: 'Hanbit Pharma [1]' };

  it('reads only, within a limit and until a day, and beside no other role', async () => {
    const { data: made } = await role({ name: 'Inspector' });
    expect(await grant(made, ['READ.CASE', 'EDIT.CASE'])).toMatchObject({ errCode: 'INSPECTOR_ROLE' });
    expect((await grant(made, ['READ.CASE', 'READ.ADMIN'])).status).toBe(200);
    const USER_ROLES = `Inspector [${made.roleId}]`;
    const { USER_END, USER_SENDERS } = INSPECTOR;
    expect(await save(0, person('inspector.1', { USER_ROLES, USER_SENDERS }))).toMatchObject(
      refusedAt('USER_END', 'user.inspectorEnds'),
    );
    expect(await save(0, person('inspector.1', { USER_ROLES, USER_END }))).toMatchObject(
      refusedAt('USER_SENDERS', 'user.inspectorLimited'),
    );
    const both = { ...INSPECTOR, USER_ROLES: `Reader [3]\n${USER_ROLES}` };
    expect(await save(0, person('inspector.1', both))).toMatchObject(
      refusedAt('USER_ROLES', 'user.inspectorReads'),
    );
    const userKey = await added('inspector.1', { ...INSPECTOR, USER_ROLES });
    const token = await accepted(userKey, 'inspector.1');
    expect((await world.server.call(readUser, { params: of(userKey), token })).status).toBe(200);
    expect(await save(userKey, [], token)).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  });

  it('is made of no role that has users or edits', async () => {
    const { data } = await world.server.call(listRoles, { params: { sponsorKey: 1 }, token: admin });
    const reader = data.roles.find(({ name }) => name === 'Reader');
    const { roleId, setAt, name } = reader ?? {};
    expect(await role({ roleId, setAt, name })).toMatchObject({ status: 409, errCode: 'INSPECTOR_ROLE' });
  });
});

describe('access', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const dayOf = (at: Date) => Number(dayAt(at.getTime(), 'Asia/Seoul'));
  const onDay = async (day: number) =>
    (
      await world.server.call(listAccess, {
        params: { sponsorKey: 1, day },
        query: { rowCount: 100 },
        token: admin,
      })
    ).data.listInfo;
  const review = { params: { sponsorKey: 1 } };

  it('is read as it was at the end of any day, and at any time of a month', async () => {
    const { clock } = world.server;
    const userKey = await added('moved.reader', { USER_SENDERS: 'Hanbit Pharma [1]' });
    const before = dayOf(clock.now());
    clock.advance(2 * DAY_MS);
    admin = (await enter('sponsor.admin', DEMO_PASSWORD)).data.token;
    await save(userKey, [
      itemValue('USER_ROLES', [], 'Case processor [2]'),
      itemValue('USER_SENDERS', [], { value: null }),
    ]);
    await act(userKey, 'lock');
    const link = `user/${userKey}/detail`;
    const of = async (day: number) => (await onDay(day)).filter((row) => row.link === link);
    expect((await of(before))[0]).toMatchObject({
      cells: { userId: 'moved.reader', roles: 'Reader', senders: 'Hanbit Pharma, Seoul' },
      codes: { state: ['open'] },
    });
    const [now] = await of(dayOf(clock.now()));
    expect(now).toMatchObject({ cells: { roles: 'Case processor' }, codes: { state: ['locked'] } });
    expect(now?.cells).not.toHaveProperty('senders');
    expect(await of(dayOf(new Date(clock.now().getTime() - 30 * DAY_MS)))).toEqual([]);
    const month = await of(Math.floor(dayOf(clock.now()) / 100));
    expect(month.map(({ cells, codes }) => `${cells['roles']} ${codes['state']?.join()}`)).toEqual([
      'Reader open',
      'Case processor open',
      'Case processor locked',
    ]);
  });

  it('is reviewed user by user, and the review is signed', async () => {
    const userKey = await added('reviewed.reader');
    const { data } = await world.server.call(startAccessReview, {
      ...review,
      body: { reason: 'Yearly review' },
      token: admin,
    });
    const params = { sponsorKey: 1, reviewNo: data.reviewNo };
    const again = { ...review, body: { reason: 'Another' }, token: admin };
    expect(await world.server.call(startAccessReview, again)).toMatchObject({ errCode: 'REVIEW_UNDER_WAY' });
    const rows = async () =>
      (await world.server.call(listAccessReview, { params, query: { rowCount: 100 }, token: admin })).data
        .listInfo;
    const decide = (userKeys: number[], decision: string, reason: string) =>
      world.server.call(decideAccess, { params, body: { userKeys, decision, reason }, token: admin });
    const sign = (password: string) =>
      world.server.call(signAccessReview, {
        params,
        body: { signature: { meaning: 'review', password }, reason: 'All looked at' },
        token: admin,
      });
    expect((await decide([userKey], 'remove', 'Left the project')).status).toBe(200);
    expect(await decide([adminKey], 'keep', 'Mine')).toMatchObject({ errCode: 'OWN_ACCOUNT' });
    expect(await sign(DEMO_PASSWORD)).toMatchObject({ status: 409, errCode: 'REVIEW_UNDECIDED' });
    const others = (await rows()).map(({ rowKey }) => Number(rowKey)).filter((key) => key !== adminKey);
    await decide(
      others.filter((key) => key !== userKey),
      'keep',
      'Still at work',
    );
    expect(await sign('Wrong-1234')).toMatchObject({ errCode: 'WRONG_SIGNATURE_PASSWORD' });
    expect((await sign(DEMO_PASSWORD)).status).toBe(200);
    expect(await decide([userKey], 'keep', 'Too late')).toMatchObject({ status: 404 });
    expect((await rows()).find(({ rowKey }) => rowKey === String(userKey))).toMatchObject({
      cells: { roles: 'Reader', comment: 'Left the project' },
      codes: { decision: ['remove'] },
    });
    const { listInfo } = (await world.server.call(readAccessReviews, { ...review, token: admin })).data;
    expect(listInfo).toMatchObject([
      { undecided: 1, signature: { meaning: 'review', comment: 'All looked at' } },
    ]);
    const trail = await world.server.call(listUserAudit, { params: of(userKey), token: admin });
    expect(trail.data.listInfo.map(({ cells }) => [cells['item'], cells['reason']])).toEqual(
      expect.arrayContaining([
        ['Review of access: decision', 'Left the project'],
        ['Review of access: signature', 'All looked at'],
      ]),
    );
  });

  it('by a token of a program is seen and ended by an administrator', async () => {
    const made = await world.server.call(createApiToken, {
      body: { name: 'Nightly', days: 30 },
      token: (await enter('case.editor', DEMO_PASSWORD)).data.token,
    });
    const tokens = async () =>
      (await world.server.call(listSponsorTokens, { ...review, token: admin })).data.listInfo;
    const { tokenKey } = made.data;
    const ending = {
      params: { sponsorKey: 1, tokenKey },
      query: { reason: 'Program replaced' },
      token: admin,
    };
    expect(await tokens()).toMatchObject([{ rowKey: tokenKey, codes: { tokenState: ['open'] } }]);
    expect((await world.server.call(endSponsorToken, ending)).status).toBe(200);
    expect(await tokens()).toMatchObject([{ codes: { tokenState: ['ended'] } }]);
    expect((await world.server.call(endSponsorToken, ending)).status).toBe(404);
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
