/** The sessions a user has open, and what ends them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changePassword,
  endOpenSession,
  endOtherSessions,
  listSessions,
  requestPasswordMail,
} from '../../shared/contract/accounts.ts';
import { checkSession, signIn, signOut } from '../../shared/contract/auth.ts';
import { insertSponsor } from '../../server/accounts/tenants.store.ts';
import { openSessionFor } from '../../server/accounts/openSession.ts';
import { hashOf } from '../../server/http/session.ts';
import { tidyUp } from '../../server/jobs/handlers/tidyUp.job.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';
import { insertSender } from '../insertSender.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let server: TestServer;
let userKey: number;
beforeAll(async () => {
  server = await startTestServer();
  userKey = (await enter()).data.userKey;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('login_throttle').execute();
  await server.db.deleteFrom('session').execute();
});

const enter = (where: { sponsorKey?: number; senderKey?: number } = {}, password = DEMO_PASSWORD) =>
  server.call(signIn, { body: { userId: 'case.editor', password, ...where } });
const opened = async () => (await enter()).data.token;
const check = (token: string, query = {}) =>
  server.call(checkSession, { params: { id: 'me' }, query, token });
const list = async (token: string) =>
  (await server.call(listSessions, { params: { userKey }, token })).data.sessionList;
const endOne = (token: string, sessionId: string) =>
  server.call(endOpenSession, { params: { userKey, sessionId }, token });
const change = (token: string, currentPassword: string, newPassword: string) =>
  server.call(changePassword, { params: { userKey }, token, body: { currentPassword, newPassword } });
const reasonOf = async (token: string) =>
  (
    await server.db
      .selectFrom('session')
      .select('end_reason')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst()
  )?.end_reason;

describe('the list of sessions', () => {
  it('tells of each where and when it began, the newest first, and which one asks', async () => {
    const older = await opened();
    server.clock.advance(MINUTE);
    const newer = await opened();
    const sessions = await list(older);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    expect((await list(newer)).map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({
      sponsorName: 'Hanbit Pharma',
      ip: '127.0.0.1',
      agent: 'node',
      signedInBy: 'password',
    });
    expect(JSON.stringify(sessions)).not.toContain(newer);
  });

  it('tells when each was seen last, to the minute', async () => {
    const token = await opened();
    const seen = async () => Date.parse((await list(token))[0]?.lastSeenAt ?? '');
    const first = await seen();
    server.clock.advance(50_000);
    expect(await seen()).toBe(first);
    server.clock.advance(MINUTE);
    expect((await seen()) - first).toBeGreaterThanOrEqual(110_000);
  });

  it('leaves out what is over, be it that it ended or ran out', async () => {
    const old = await opened();
    server.clock.advance(59 * MINUTE);
    const [left, token] = [await opened(), await opened()];
    await server.call(signOut, {
      params: { sponsorKey: 1, userKey },
      token: left,
      body: { reason: 'Logout' },
    });
    server.clock.advance(2 * MINUTE);
    expect(await list(token)).toHaveLength(1);
    expect((await check(old)).errCode).toBe('EXPIRED');
  });

  it('is shown to nobody else', async () => {
    const token = await server.token('sponsor.admin');
    for (const answer of [
      await server.call(listSessions, { params: { userKey }, token }),
      await server.call(endOtherSessions, { params: { userKey }, token }),
    ])
      expect(answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  });

  it('tells who came by single sign-on', async () => {
    const where = { ip: '192.0.2.7', agent: null };
    const { token } = await openSessionFor(server.deps, userKey, where, { signedInBy: 'sso' });
    expect((await list(token))[0]).toMatchObject({ signedInBy: 'sso', ip: '192.0.2.7', agent: null });
  });
});

describe('a session', () => {
  it('is ended from another one, at once', async () => {
    const [mine, other] = [await opened(), await opened()];
    const target = (await list(other)).find(({ current }) => current)?.sessionId ?? '';
    expect((await endOne(mine, target)).status).toBe(200);
    expect(await check(other)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await reasonOf(other)).toBe('Ended by the user from another session');
    expect((await endOne(mine, target)).errCode).toBe('NOT_FOUND');
  });

  it('of another user cannot be ended', async () => {
    const mine = await opened();
    const theirs = await server.call(signIn, { body: { userId: 'case.reader', password: DEMO_PASSWORD } });
    const { session_id } = await server.db
      .selectFrom('session')
      .select('session_id')
      .where('token_hash', '=', hashOf(theirs.data.token))
      .executeTakeFirstOrThrow();
    expect(await endOne(mine, session_id)).toMatchObject({ status: 404, errCode: 'NOT_FOUND' });
    expect((await check(theirs.data.token)).status).toBe(200);
  });

  it('stays while all others end', async () => {
    const [mine, second, third] = [await opened(), await opened(), await opened()];
    const answer = await server.call(endOtherSessions, { params: { userKey }, token: mine });
    expect(answer.data).toEqual({ ended: 2 });
    expect((await check(mine)).status).toBe(200);
    for (const token of [second, third]) expect((await check(token)).errCode).toBe('EXPIRED');
  });

  it('is over for good once its user was switched off', async () => {
    const token = await opened();
    const user = server.db.updateTable('app_user').where('user_key', '=', userKey);
    await user.set({ active: false }).execute();
    await user.set({ active: true }).execute();
    expect((await check(token)).errCode).toBe('EXPIRED');
    expect(await reasonOf(token)).toBe('User switched off');
  });

  it('is remembered for ninety days after its end', async () => {
    const token = await opened();
    server.clock.advance(60 * MINUTE + 89 * DAY);
    await tidyUp(server.deps);
    expect(await reasonOf(token)).toBeNull();
    server.clock.advance(2 * DAY);
    await tidyUp(server.deps);
    expect(await reasonOf(token)).toBeUndefined();
  });

  it('tells the mail address of its user', async () => {
    const email = 'mina@hanbit.example';
    await server.db.updateTable('app_user').set({ email }).where('user_key', '=', userKey).execute();
    expect((await enter()).data.email).toBe(email);
  });
});

describe('a changed password', () => {
  it('ends all sessions but the one it was changed in', async () => {
    const [mine, other] = [await opened(), await opened()];
    expect((await change(mine, DEMO_PASSWORD, 'Quite-new-1')).status).toBe(200);
    expect((await check(mine)).status).toBe(200);
    expect((await check(other)).errCode).toBe('EXPIRED');
    expect(await reasonOf(other)).toBe('Password changed');
    expect((await enter()).errCode).toBe('WRONG_PASSWORD');
    expect((await change(mine, 'Quite-new-1', DEMO_PASSWORD)).status).toBe(200);
  });

  it.each([
    ['the current one is wrong', 'not-his-1', 'Quite-new-1', 422, 'WRONG_CURRENT_PASSWORD'],
    ['it holds no digit', DEMO_PASSWORD, 'Quite-new', 400, 'WEAK_PASSWORD'],
    ['it is the current one', DEMO_PASSWORD, DEMO_PASSWORD, 400, 'PASSWORD_UNCHANGED'],
  ])('is refused where %s, and nothing ends', async (_what, current, next, status, errCode) => {
    const [mine, other] = [await opened(), await opened()];
    expect(await change(mine, current, next)).toMatchObject({ status, errCode });
    expect((await check(other)).status).toBe(200);
    expect((await enter()).status).toBe(200);
  });

  it('is refused where it is the user id, whatever its case', async () => {
    await server.db
      .updateTable('app_user')
      .set({ user_id: 'editor.2026' })
      .where('user_key', '=', userKey)
      .execute();
    const answer = await server.call(signIn, { body: { userId: 'editor.2026', password: DEMO_PASSWORD } });
    expect((await change(answer.data.token, DEMO_PASSWORD, 'Editor.2026')).errCode).toBe(
      'PASSWORD_IS_USER_ID',
    );
    await server.db
      .updateTable('app_user')
      .set({ user_id: 'case.editor' })
      .where('user_key', '=', userKey)
      .execute();
  });

  it('cannot be guessed at: the current one counts as at the sign-in', async () => {
    const token = await opened();
    for (let i = 0; i < 10; i += 1) await change(token, 'wrong', 'Quite-new-1');
    expect(await change(token, DEMO_PASSWORD, 'Quite-new-1')).toMatchObject({
      status: 429,
      errCode: 'TOO_MANY_ATTEMPTS',
      details: { retryAfterSeconds: 1 },
    });
  });

  it('is nobody else’s to change', async () => {
    const answer = await server.call(changePassword, {
      params: { userKey },
      token: await server.token('system.admin'),
      body: { currentPassword: DEMO_PASSWORD, newPassword: 'Quite-new-1' },
    });
    expect(answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  });
});

describe('a sign-in begins', () => {
  let other: number;
  beforeAll(async () => {
    other = await server.db.transaction().execute(async (trx) => {
      const key = await insertSponsor(trx, {
        companyName: 'Other',
        clientType: 'CRO',
        country: null,
        name: 'Other sponsor',
        timeZone: 'UTC',
        useWorkflow: false,
        defaultAppendix: 'KR',
      });
      await trx.insertInto('user_sponsor').values({ sponsor_key: key, user_key: userKey }).execute();
      for (const senderKey of [1, 2])
        await insertSender(trx, { sponsorKey: key, senderKey, name: `${senderKey}` });
      return key;
    });
  });

  it('with the sponsor and the sender the user worked for last, in each sponsor his own', async () => {
    const token = await opened();
    await check(token, { sponsorKey: 1, senderKey: 3 });
    await check(token, { sponsorKey: other, senderKey: 2 });
    expect((await enter()).data).toMatchObject({ sponsorKey: other, senderKey: 2 });
    expect((await check(token, { sponsorKey: 1 })).data.senderKey).toBe(3);
    expect((await enter()).data).toMatchObject({ sponsorKey: 1, senderKey: 3 });
  });

  it('where he asks for it', async () => {
    const { data } = await enter({ sponsorKey: other, senderKey: 1 });
    expect(data).toMatchObject({ sponsorKey: other, senderKey: 1 });
    expect((await enter()).data).toMatchObject({ sponsorKey: other, senderKey: 1 });
  });

  it('where he worked last, when he may not work where he asks for it', async () => {
    await enter({ sponsorKey: 1, senderKey: 2 });
    expect((await enter({ sponsorKey: 4711, senderKey: 4711 })).data).toMatchObject({
      sponsorKey: 1,
      senderKey: 2,
    });
    await server.db
      .insertInto('user_sender')
      .values({ sponsor_key: 1, user_key: userKey, sender_key: 1 })
      .execute();
    expect((await enter({ sponsorKey: 1, senderKey: 3 })).data.senderKey).toBe(1);
    await server.db.deleteFrom('user_sender').where('user_key', '=', userKey).execute();
  });
});

it('says so where no mail can be sent', async () => {
  const answer = await server.call(requestPasswordMail, { params: { id: 'case.editor' } });
  expect(answer).toMatchObject({ status: 409, errCode: 'MAIL_NOT_CONFIGURED' });
});
