/** What a sponsor demands of its users' accounts: a second factor, and passwords that expire and do not come back. */
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  beginFactor,
  changePassword,
  changeSystemUser,
  changeUserAccount,
  checkSession,
  confirmFactor,
  createApiToken,
  listLibraryItems,
  listUserAudit,
  listUsers,
  readFactor,
  readNotifications,
  readSettings,
  readUserAccount,
  removeFactor,
  saveSettingsPart,
  saveUser,
  setPasswordByLink,
  setUpFactor,
  signIn,
} from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { deleteFactor } from '../../server/accounts/secondFactor.store.ts';
import { sealing } from '../../server/sealing.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startTestServer, type TestServer } from './harness.ts';

const DAY_MS = 24 * 60 * 60_000;
const STEP_MS = 30_000;
const params = { sponsorKey: 1 };

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

const demand = async (values: Record<string, string | number | null>, token = admin) => {
  const { accounts } = (await server.call(readSettings, { params, token })).data.parts;
  const { setAt } = accounts;
  return server.call(saveSettingsPart, {
    params: { ...params, part: 'accounts' },
    body: { reason: 'Policy 7', setAt, values: { ...accounts.values, ...values } },
    token,
  });
};
const enter = (userId: string, password: string, code?: string) =>
  server.call(signIn, { body: { userId, password, ...(code !== undefined && { code }) } });
/** The next code of an authenticator: one is taken once. */
const codeOf = (secret: string): string => {
  server.clock.advance(STEP_MS);
  return generateSync({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
};
const me = async (token: string) => (await server.call(checkSession, { params: { id: 'me' }, token })).data;

it('a recovery code opens an account whose authenticator the server cannot check any more', async () => {
  const token = await server.token('medical.reviewer');
  const own = { userKey: (await me(token)).userKey };
  const begun = await server.call(beginFactor, { params: own, body: { password: DEMO_PASSWORD }, token });
  const { secret } = begun.data;
  const confirmed = await server.call(confirmFactor, { params: own, body: { code: codeOf(secret) }, token });
  const { sealed } = sealing({ secret: 'another secret of the operator', dataDir: '' }, 'second factors');
  await server.db
    .updateTable('user_factor')
    .set({ secret: sealed(secret) })
    .where('user_key', '=', own.userKey)
    .execute();
  expect(await enter('medical.reviewer', DEMO_PASSWORD, codeOf(secret))).toMatchObject({
    status: 401,
    errCode: 'WRONG_CODE',
  });
  const [recoveryCode, another] = confirmed.data.recoveryCodes;
  const { data, status } = await enter('medical.reviewer', DEMO_PASSWORD, recoveryCode);
  expect(status).toBe(200);
  // one that replaces it is checked as before
  const next = { params: own, token: data.token };
  const body = { password: DEMO_PASSWORD, code: another };
  const replaced = await server.call(beginFactor, { ...next, body });
  const code = codeOf(replaced.data.secret);
  expect(await server.call(confirmFactor, { ...next, body: { code } })).toMatchObject({ status: 200 });
  await deleteFactor(server.db, own.userKey);
});

it('a factor in use is not replaced by who knows the password and found a session open', async () => {
  const token = await server.token('case.editor');
  const own = { params: { userKey: (await me(token)).userKey }, token };
  const begin = (code?: string) =>
    server.call(beginFactor, { ...own, body: { password: DEMO_PASSWORD, ...(code && { code }) } });
  const { secret } = (await begin()).data;
  const used = codeOf(secret);
  expect(await server.call(confirmFactor, { ...own, body: { code: used } })).toMatchObject({ status: 200 });
  expect(await begin()).toMatchObject({ status: 401, errCode: 'SECOND_FACTOR_REQUIRED' });
  expect(await begin(used)).toMatchObject({ status: 401, errCode: 'WRONG_CODE' });
  const next = (await begin(codeOf(secret))).data;
  const code = codeOf(next.secret);
  expect(await server.call(confirmFactor, { ...own, body: { code } })).toMatchObject({ status: 200 });
  await deleteFactor(server.db, own.params.userKey);
});

it('a second factor is set up with password and code, asked for at the sign-in, each code once', async () => {
  const token = await server.token('case.reader');
  const own = { userKey: (await me(token)).userKey };
  const wrong = await server.call(beginFactor, { params: own, body: { password: 'Wrong-1234' }, token });
  expect(wrong).toMatchObject({ status: 422, errCode: 'WRONG_CURRENT_PASSWORD' });
  const { secret, uri } = (
    await server.call(beginFactor, { params: own, body: { password: DEMO_PASSWORD }, token })
  ).data;
  expect(uri).toContain(`otpauth://totp/Casewright`);
  // not in use before it is confirmed
  expect((await enter('case.reader', DEMO_PASSWORD)).status).toBe(200);
  const confirmed = await server.call(confirmFactor, { params: own, body: { code: codeOf(secret) }, token });
  const { recoveryCodes } = confirmed.data;
  expect(new Set(recoveryCodes).size).toBe(10);

  expect(await enter('case.reader', DEMO_PASSWORD)).toMatchObject({
    status: 401,
    errCode: 'SECOND_FACTOR_REQUIRED',
  });
  // the password comes first
  expect(await enter('case.reader', 'Wrong-1234', '000000')).toMatchObject({ errCode: 'WRONG_PASSWORD' });
  const code = codeOf(secret);
  expect((await enter('case.reader', DEMO_PASSWORD, code)).status).toBe(200);
  expect(await enter('case.reader', DEMO_PASSWORD, code)).toMatchObject({ errCode: 'WRONG_CODE' });
  const [first = ''] = recoveryCodes;
  expect((await enter('case.reader', DEMO_PASSWORD, first.toLowerCase())).status).toBe(200);
  expect(await enter('case.reader', DEMO_PASSWORD, first)).toMatchObject({ errCode: 'WRONG_CODE' });
  expect((await server.call(readFactor, { params: own, token })).data).toMatchObject({
    recoveryCodes: 9,
    demanded: false,
  });
});

it('wrong codes make the user wait', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await enter('case.reader', DEMO_PASSWORD, '000000');
  const answer = await enter('case.reader', DEMO_PASSWORD, '000000');
  expect(answer).toMatchObject({ status: 429, errCode: 'TOO_MANY_ATTEMPTS' });
  server.clock.advance(5 * 60_000);
});

it('second factors are registered in the list of users', async () => {
  const { listInfo } = (await server.call(listUsers, { params, token: admin })).data;
  const registered = listInfo.filter(({ cells }) => cells['secondFactorSince'] !== undefined);
  expect(registered.map(({ cells }) => cells['USER_ID'])).toEqual(['case.reader']);
});

it('administrators are notified of repeated failures to sign in', async () => {
  const waiting = async (token: string) =>
    (await server.call(readNotifications, { params, token })).data.listInfo.filter(
      ({ kind }) => kind === 'signIn',
    );
  expect(await waiting(admin)).toMatchObject([{ facts: { user: 'case.reader' }, readAt: null }]);
  expect(await waiting(await server.token('case.editor'))).toEqual([]);
});

it('a lost second factor is reset by an administrator with the reason, and its sessions end', async () => {
  const { user_key: userKey } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.reader')
    .executeTakeFirstOrThrow();
  const of = { ...params, userKey };
  const before = (await server.call(readUserAccount, { params: of, token: admin })).data;
  expect(before.secondFactorSince).not.toBeNull();
  expect(before.failures).toBeGreaterThan(0);
  const body = { action: 'resetFactor', reason: 'Telephone lost', state: before.state } as const;
  expect((await server.call(changeUserAccount, { params: of, body, token: admin })).status).toBe(200);
  expect((await enter('case.reader', DEMO_PASSWORD)).status).toBe(200);
  const trail = (await server.call(listUserAudit, { params: of, token: admin })).data.listInfo;
  expect(trail[0]?.cells).toMatchObject({ item: 'Second factor', reason: 'Telephone lost' });
});

it('a sponsor demands a second factor: it is set up before the session begins, and is not removed', async () => {
  expect((await demand({ secondFactor: 'required' })).status).toBe(200);
  const refused = await enter('case.editor', DEMO_PASSWORD);
  expect(refused).toMatchObject({ status: 403, errCode: 'SECOND_FACTOR_SET_UP' });
  const seen = (refused.details as { secret: string }).secret;
  const { secret } = (await enter('case.editor', DEMO_PASSWORD)).details as { secret: string };
  expect(secret).not.toBe(seen);
  const credentials = { userId: 'case.editor', password: DEMO_PASSWORD };
  // the authenticator of an earlier sign-in is void
  const wrong = await server.call(setUpFactor, { body: { ...credentials, code: codeOf(seen) } });
  expect(wrong).toMatchObject({ status: 401, errCode: 'WRONG_CODE' });
  const { session } = (await server.call(setUpFactor, { body: { ...credentials, code: codeOf(secret) } }))
    .data;
  expect(session).toMatchObject({ userId: 'case.editor' });
  // who has the password alone replaces no factor
  const again = await server.call(setUpFactor, { body: { ...credentials, code: codeOf(secret) } });
  expect(again).toMatchObject({ status: 401, errCode: 'WRONG_CODE' });
  const own = { userKey: session.userKey };
  const removal = { params: own, body: { code: codeOf(secret) }, token: session.token };
  expect(await server.call(removeFactor, removal)).toMatchObject({ errCode: 'SECOND_FACTOR_DEMANDED' });
  expect((await demand({ secondFactor: 'optional' })).status).toBe(200);
  const after = { ...removal, body: { code: codeOf(secret) } };
  expect((await server.call(removeFactor, after)).status).toBe(200);
  expect((await enter('case.editor', DEMO_PASSWORD)).status).toBe(200);
});

/** A token of a program of the user, and the answer to a call with it. */
async function newProgram(userId: string, password = DEMO_PASSWORD) {
  const { data } = await enter(userId, password);
  const made = await server.call(createApiToken, {
    body: { name: 'Warehouse', days: 90 },
    token: data.token,
  });
  expect(made.errMsg).toBeNull();
  const { token } = made.data;
  return { token: data.token, answer: async () => (await server.call(listLibraryItems, { token })).status };
}

it('tokens of programs end for good with the password, the second factor and the account', async () => {
  const { user_key: userKey } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.editor')
    .executeTakeFirstOrThrow();
  const of = { ...params, userKey };
  const act = async (action: 'lock' | 'unlock' | 'resetFactor' | 'invite') => {
    const { state } = (await server.call(readUserAccount, { params: of, token: admin })).data;
    const body = { action, reason: 'Suspicion', state };
    const answer = await server.call(changeUserAccount, { params: of, body, token: admin });
    expect(answer.errMsg).toBeNull();
    return answer.data.link ?? '';
  };
  const system = await server.token('system.admin');
  const actOnSystem = (action: 'deactivate' | 'activate') =>
    server.call(changeSystemUser, {
      params: { userKey },
      body: { action, reason: 'Suspicion' },
      token: system,
    });
  const change = (token: string) =>
    server.call(changePassword, {
      params: { userKey },
      body: { currentPassword: DEMO_PASSWORD, newPassword: 'Another-password-1' },
      token,
    });
  const setByLink = async (path: string) => {
    const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(path) ?? [];
    const body = { token, password: DEMO_PASSWORD };
    expect((await server.call(setPasswordByLink, { params: { id: 'case.editor' }, body })).status).toBe(200);
  };
  const after: Record<string, number> = {};
  for (const [what, password, end] of [
    ['locked', DEMO_PASSWORD, async () => (await act('lock'), act('unlock'))],
    ['reset factor', DEMO_PASSWORD, () => act('resetFactor')],
    ['deactivated', DEMO_PASSWORD, async () => (await actOnSystem('deactivate'), actOnSystem('activate'))],
    ['password changed', DEMO_PASSWORD, change],
    ['password set by link', 'Another-password-1', async () => setByLink(await act('invite'))],
  ] as const) {
    const program = await newProgram('case.editor', password);
    expect(await program.answer()).toBe(200);
    await end(program.token);
    after[what] = await program.answer();
  }
  expect(Object.values(after), JSON.stringify(after)).toEqual([401, 401, 401, 401, 401]);
  const { listInfo } = (await server.call(listUserAudit, { params: of, token: admin })).data;
  const ended = listInfo.filter(({ cells }) => cells['item'] === 'Token of a program' && cells['reason']);
  expect(ended.map(({ cells }) => cells['reason'])).toEqual([
    'Password set by link',
    'Password changed',
    ...Array.from({ length: 3 }, () => 'Suspicion'),
  ]);
  expect(ended[0]?.cells).toMatchObject({
    user: 'case.editor (Mina Park)',
    before: 'Warehouse',
    after: 'Ended',
  });
});

it('passwords have the length that is demanded, and former ones are refused', async () => {
  await demand({ passwordLength: 12, passwordHistory: 2 });
  const { data } = await enter('medical.reviewer', DEMO_PASSWORD);
  const change = (currentPassword: string, newPassword: string) =>
    server.call(changePassword, {
      params: { userKey: data.userKey },
      body: { currentPassword, newPassword },
      token: data.token,
    });
  expect(await change(DEMO_PASSWORD, 'Short-1234')).toMatchObject({ errCode: 'PASSWORD_TOO_SHORT' });
  expect((await change(DEMO_PASSWORD, 'Long-enough-1')).status).toBe(200);
  expect((await change('Long-enough-1', 'Long-enough-2')).status).toBe(200);
  expect(await change('Long-enough-2', DEMO_PASSWORD)).toMatchObject({ errCode: 'PASSWORD_USED_BEFORE' });
  expect((await change('Long-enough-2', 'Long-enough-3')).status).toBe(200);
  // two are remembered
  expect((await change('Long-enough-3', DEMO_PASSWORD)).status).toBe(200);
});

it('a password expires after the days that are set, and is replaced by the link of the answer', async () => {
  await demand({ passwordDays: 30, reviewMonths: 1 });
  const program = await newProgram('case.editor');
  server.clock.advance(31 * DAY_MS);
  const refused = await enter('case.editor', DEMO_PASSWORD);
  expect(refused).toMatchObject({ status: 403, errCode: 'PASSWORD_EXPIRED' });
  // setting up a factor is no way around
  const credentials = { userId: 'case.editor', password: DEMO_PASSWORD };
  const around = await server.call(setUpFactor, { body: { ...credentials, code: '000000' } });
  expect(around).toMatchObject({ status: 403, errCode: 'PASSWORD_EXPIRED' });
  const { path } = around.details as { path: string };
  const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(path) ?? [];
  const body = { token, password: 'After-expiry-1' };
  expect((await server.call(setPasswordByLink, { params: { id: 'case.editor' }, body })).status).toBe(200);
  expect((await enter('case.editor', 'After-expiry-1')).status).toBe(200);
  // nobody else is feared to know it
  expect(await program.answer()).toBe(200);
});

it('a user works only after the training that is demanded, and nobody locks out all administrators', async () => {
  const expired = await enter('sponsor.admin', DEMO_PASSWORD);
  const { path } = expired.details as { path: string };
  const [, token = ''] = /^\/password\/change\/([\w-]+)\/en$/.exec(path) ?? [];
  const body = { token, password: 'Admin-of-today-1' };
  await server.call(setPasswordByLink, { params: { id: 'sponsor.admin' }, body });
  admin = (await enter('sponsor.admin', 'Admin-of-today-1')).data.token;
  expect(await demand({ training: 'required' })).toMatchObject({
    status: 409,
    errCode: 'LAST_ADMINISTRATOR',
  });
  const own = (await me(admin)).userKey;
  const trained = await server.call(saveUser, {
    params: { ...params, userKey: own },
    body: {
      reason: 'Trained',
      retrievedAt: LATER,
      changes: [itemValue('USER_TRAINED', [], '20260101')],
    },
    token: admin,
  });
  // of others only
  expect(trained).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
});

it('administrators are reminded of a review of access that is due', async () => {
  const reminders = async () =>
    (await server.call(readNotifications, { params, token: admin })).data.listInfo.filter(
      ({ kind }) => kind === 'accessReview',
    );
  expect(await reminders()).toMatchObject([{ facts: { months: 1 }, path: 'access?part=reviews' }]);
  const at = server.clock.now();
  await inSponsor(server.db, 1, (trx) =>
    trx
      .insertInto('access_review')
      .values({
        sponsor_key: 1,
        reason: 'Yearly',
        started_at: at,
        started_by: 'Administrator',
        signed_at: at,
        signed_by: 'Administrator',
      })
      .execute(),
  );
  expect(await reminders()).toEqual([]);
});

it('administrators are warned before the access of the last of them ends', async () => {
  const warnings = async () =>
    (await server.call(readNotifications, { params, token: admin })).data.listInfo.filter(
      ({ kind }) => kind === 'lastAdministrator',
    );
  const endOn = (days: number | null) =>
    inSponsor(server.db, 1, (trx) =>
      sql`update user_sponsor us set end_on = (${server.clock.now()}::timestamptz at time zone sp.time_zone)::date + ${days}::int
        from sponsor sp where sp.sponsor_key = us.sponsor_key and us.sponsor_key = 1`.execute(trx),
    );
  expect(await warnings()).toEqual([]);
  await endOn(31);
  expect(await warnings()).toEqual([]);
  await endOn(30);
  const day = dayAfter(dayAt(server.clock.now().getTime(), 'Asia/Seoul'), 31);
  expect(await warnings()).toMatchObject([{ facts: { day }, path: 'user' }]);
  await endOn(0);
  expect(await warnings()).toHaveLength(1);
  // one who stays is enough
  await inSponsor(server.db, 1, (trx) =>
    sql`update user_sponsor set end_on = null
      where user_key = (select user_key from app_user where user_id = 'sponsor.admin')`.execute(trx),
  );
  expect(await warnings()).toEqual([]);
});
