import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkSession,
  extendSession,
  listAppendices,
  listSenders,
  listSponsors,
  setDefaultAppendix,
  signIn,
  signOut,
} from '../../shared/contract/auth.ts';
import { hashOf } from '../../server/http/session.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

const MINUTE = 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const enter = (userId = 'case.editor', password = DEMO_PASSWORD) =>
  server.call(signIn, { body: { userId, password } });
const check = (token: string, query = {}) =>
  server.call(checkSession, { params: { id: 'me' }, query, token });

describe('sign-in', () => {
  it('tells who it is, where he works and what he may', async () => {
    const { status, data } = await enter();
    expect(status).toBe(200);
    expect(data).toMatchObject({
      userId: 'case.editor',
      sponsorKey: 1,
      senderKey: 1,
      systemAdmin: false,
      caseNo: '{ID}-{YYYY}-{SEQ:5}',
      useWorkflow: true,
    });
    expect(data.privList).toContainEqual({ privId: 'EDIT.CASE' });
    expect(data.privList).not.toContainEqual({ privId: 'EDIT.ADMIN' });
    expect(data.menuList.map(({ menuId }) => menuId)).toEqual([
      'MU-HOME',
      'MU-CS',
      'MU-CD',
      'MU-CI',
      'MU-DT',
      'MU-MO',
      'MU-SM',
    ]);
    const minutes = (Date.parse(data.expiresAt) - server.clock.now().getTime()) / MINUTE;
    expect(Math.round(minutes)).toBe(data.sessionMinutes);
  });

  it('gives a system administrator the privileges of their roles, and administration mode', async () => {
    const { data } = await enter('system.admin');
    expect(data).toMatchObject({ systemAdmin: true, takesPart: true, privList: [] });
    expect(data.menuList.map(({ menuId }) => menuId)).toEqual([
      'MU-HOME',
      'MU-SA',
      'AD-MU-NT',
      'AD-MU-CO',
      'AD-MU-SE',
      'AD-MU-CI',
      'AD-MU-US',
      'AD-MU-JB',
    ]);
  });

  it('does not mind the case of a user id', async () => {
    expect((await enter('Case.EDITOR')).status).toBe(200);
  });

  it.each([
    ['a wrong password', 'case.editor', 'not-his-password-1'],
    ['a user nobody knows', 'nobody.at.all', DEMO_PASSWORD],
  ])('refuses %s in the same words', async (_what, userId, password) => {
    expect(await enter(userId, password)).toMatchObject({
      status: 401,
      success: false,
      errCode: 'WRONG_PASSWORD',
      errMsg: 'User ID or password is wrong',
    });
  });

  it('does the same work for both, so that the time of the answer tells no user ids', async () => {
    const failures = async () => {
      const rows = await server.db.selectFrom('sign_in_failure').select('user_key').execute();
      return [rows.length, rows.filter(({ user_key: key }) => key === null).length];
    };
    const [all = 0, ofUnknown = 0] = await failures();
    await enter('case.editor', 'not-his-password-2');
    expect(await failures()).toEqual([all + 1, ofUnknown]);
    await enter('nobody.here', 'not-his-password-2');
    expect(await failures()).toEqual([all + 2, ofUnknown + 1]);
  });

  it('says so in the language of the user', async () => {
    const answer = await server.call(signIn, {
      query: { language: 'ko' },
      body: { userId: 'nobody.else', password: 'wrong' },
    });
    expect(answer.errMsg).toBe('사용자 ID 또는 비밀번호가 올바르지 않습니다');
  });

  it('keeps only the hash of a token', async () => {
    const { data } = await enter();
    const row = await server.db
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', hashOf(data.token))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(data.token);
  });

  it('refuses a user who was switched off, and ends his sessions', async () => {
    const { data } = await enter('case.reader');
    await server.db
      .updateTable('app_user')
      .set({ active: false })
      .where('user_id', '=', 'case.reader')
      .execute();
    expect(await check(data.token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await enter('case.reader')).toMatchObject({ status: 401, errCode: 'WRONG_PASSWORD' });
    await server.db
      .updateTable('app_user')
      .set({ active: true })
      .where('user_id', '=', 'case.reader')
      .execute();
  });
});

describe('a session', () => {
  it.each([
    ['no token', undefined],
    ['a token nobody gave out', 'A'.repeat(43)],
    ['something that is no token', "' or 1=1"],
  ])('is refused with %s', async (_what, token) => {
    expect(await server.call(checkSession, { params: { id: 'me' }, token })).toMatchObject({
      status: 401,
      errCode: 'UNAUTHENTICATED',
    });
  });

  it('ends at its deadline, which looking at it does not move', async () => {
    const { data } = await enter();
    server.clock.advance((data.sessionMinutes - 1) * MINUTE);
    expect((await check(data.token)).data.expiresAt).toBe(data.expiresAt);
    server.clock.advance(MINUTE);
    expect(await check(data.token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect(await server.call(extendSession, { token: data.token })).toMatchObject({
      status: 401,
      errCode: 'EXPIRED',
    });
  });

  it('gets its full time again when it is extended', async () => {
    const { data } = await enter();
    server.clock.advance(30 * MINUTE);
    const extended = await server.call(extendSession, { token: data.token });
    expect(Math.round((Date.parse(extended.data.expiresAt) - Date.parse(data.expiresAt)) / MINUTE)).toBe(30);
  });

  it('ends after twelve hours however often it is extended', async () => {
    const { data } = await enter();
    const started = server.clock.now().getTime();
    let last = data.expiresAt;
    for (let i = 0; i < 13; i += 1) {
      server.clock.advance(58 * MINUTE);
      const extended = await server.call(extendSession, { token: data.token });
      if (extended.success) last = extended.data.expiresAt;
    }
    expect(Math.round((Date.parse(last) - started) / MINUTE)).toBe(12 * 60);
    expect((await check(data.token)).errCode).toBe('EXPIRED');
  });

  it('is over after log-out, and keeps the reason', async () => {
    const { data } = await enter();
    const params = { sponsorKey: 1, userKey: data.userKey };
    const answer = await server.call(signOut, { params, token: data.token, body: { reason: 'Logout' } });
    expect(answer.data).toEqual({ oAuthLogoutUrl: null });
    expect(await check(data.token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    const row = await server.db
      .selectFrom('session')
      .select('end_reason')
      .where('token_hash', '=', hashOf(data.token))
      .executeTakeFirst();
    expect(row?.end_reason).toBe('Logout');
  });

  it('cannot be ended by somebody else', async () => {
    const { data } = await enter();
    const answer = await server.call(signOut, {
      params: { sponsorKey: 1, userKey: data.userKey },
      token: await server.token('case.reader'),
      body: { reason: 'Logout' },
    });
    expect(answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    expect((await check(data.token)).status).toBe(200);
  });

  it('moves to the sender asked for and stays there', async () => {
    const { data } = await enter();
    expect((await check(data.token, { senderKey: 2 })).data.senderName).toBe('Hanbit Pharma Europe, Basel');
    expect((await check(data.token)).data.senderKey).toBe(2);
    expect((await check(data.token, { senderKey: 4711 })).data.senderKey).toBe(2);
  });

  it('takes the four parameters of the session in every query', async () => {
    const { data } = await enter();
    const query = { sponsorKey: 1, senderKey: -1, language: 'ja', appendix: 'KR' };
    expect((await check(data.token, query)).status).toBe(200);
  });
});

describe('another sponsor', () => {
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
      await insertRole(trx, key, { roleId: 1, name: 'Reader', privileges: ['READ.CASE'] });
      const user = { name: 'Two', password: DEMO_PASSWORD, systemAdmin: false, unblind: false, roleId: 1 };
      await insertUser(trx, key, { ...user, userId: 'other.user' });
      const editor = await trx
        .selectFrom('app_user')
        .select('user_key')
        .where('user_id', '=', 'sponsor.admin')
        .executeTakeFirstOrThrow();
      await trx.insertInto('user_sponsor').values({ sponsor_key: key, user_key: editor.user_key }).execute();
      await trx
        .insertInto('user_role')
        .values({ sponsor_key: key, user_key: editor.user_key, role_id: 1 })
        .execute();
      return key;
    });
  });

  it('is closed to who takes no part in it', async () => {
    const token = await server.token('case.editor');
    expect(await check(token, { sponsorKey: other })).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    for (const sponsorKey of [4711, `0${other}`, `${other}e0`, `${other}.0`])
      expect(await check(token, { sponsorKey })).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    expect(await check(token, { sponsorKey: 2 ** 40 })).toMatchObject({ status: 400 });
  });

  it('brings its own privileges and settings, and is where the next session begins', async () => {
    const token = await server.token('sponsor.admin');
    const { data } = await check(token, { sponsorKey: other });
    expect(data).toMatchObject({
      sponsorKey: other,
      clientType: 'CRO',
      defaultAppendix: 'KR',
      senderKey: null,
    });
    expect(data.privList).toEqual([{ privId: 'READ.CASE' }]);
    expect((await enter('sponsor.admin')).data.sponsorKey).toBe(other);
  });

  it('is listed for those only who are assigned to it, also of system administrators', async () => {
    const names = async (account: 'sponsor.admin' | 'case.editor' | 'system.admin') => {
      const token = await server.token(account);
      const { userKey } = (await check(token)).data;
      const { data } = await server.call(listSponsors, { params: { userKey }, token });
      return data.sponsorList.map(({ sponsorName }) => sponsorName);
    };
    expect(await names('case.editor')).toEqual(['Hanbit Pharma']);
    expect(await names('sponsor.admin')).toEqual(['Hanbit Pharma', 'Other sponsor']);
    expect(await names('system.admin')).toEqual(['Hanbit Pharma']);
  });
});

describe('senders', () => {
  it('are all of the sponsor, unless the user is limited to some', async () => {
    const token = await server.token('case.reader');
    const { userKey } = (await check(token)).data;
    const list = async () => {
      const { data } = await server.call(listSenders, { params: { sponsorKey: 1, userKey }, token });
      return data.senderList.map(({ SENDER_KEY }) => SENDER_KEY);
    };
    expect(await list()).toEqual([1, 2, 3]);
    await server.db
      .insertInto('user_sender')
      .values({ sponsor_key: 1, user_key: userKey, sender_key: 2 })
      .execute();
    expect(await list()).toEqual([2]);
    expect(await check(token, { senderKey: 3 })).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
    await server.db.deleteFrom('user_sender').where('user_key', '=', userKey).execute();
  });
});

describe('appendices', () => {
  it('are those of the catalogue, in the language asked for', async () => {
    const token = await server.token('case.reader');
    const { data } = await server.call(listAppendices, { query: { language: 'ko' }, token });
    const known = server.deps.catalogue.whole.appendices.map(({ appendix }) => appendix);
    expect(data.codeList.map(({ codeValue }) => codeValue)).toEqual(['ICH', ...known]);
    expect(data.codeList.find(({ codeValue }) => codeValue === 'KR')?.codeLabel).toMatch(
      /\p{Script=Hangul}/u,
    );
  });

  it('are remembered for a user, when there is such a one', async () => {
    const token = await server.token('case.editor');
    const { userKey } = (await check(token)).data;
    const put = (defaultAppendix: string) =>
      server.call(setDefaultAppendix, {
        params: { sponsorKey: 1, userKey },
        token,
        body: { defaultAppendix },
      });
    expect((await put('NA')).status).toBe(200);
    expect((await check(token)).data.defaultAppendix).toBe('ICH');
    expect((await put('KR')).status).toBe(200);
    expect((await check(token)).data.defaultAppendix).toBe('KR');
    expect(await put('XX')).toMatchObject({ status: 400, errCode: 'UNKNOWN_APPENDIX' });
  });
});
