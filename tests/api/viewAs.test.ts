/** The product as a role or a user sees it: what is shown is theirs, nothing is changed, and it is recorded. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../shared/contract/call.ts';
import {
  beginView,
  checkSession,
  endView,
  extendSession,
  listCases,
  listNotices,
  listRoles,
  listViewAudit,
  listViewTargets,
  readNotice,
  signIn,
  signOut,
} from '../../shared/contract/index.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { endViews } from '../../server/jobs/handlers/endViews.job.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { insertSender } from '../insertSender.ts';
import { startTestServer, type DemoAccount, type TestServer } from './harness.ts';

let server: TestServer;
let sponsorKey: number;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api' } });
  token = await server.token('sponsor.admin');
  sponsorKey = (await session()).sponsorKey;
});
afterAll(() => server.stop());
// also after a test that failed
afterEach(() => leave());

const params = () => ({ sponsorKey });
const session = async (of = token) =>
  (await server.call(checkSession, { params: { id: 'me' }, token: of })).data;
const leave = () => server.call(endView, { params: params(), token });
const take = (target: { roleId?: number; userKey?: number }) =>
  server.call(beginView, {
    params: params(),
    token,
    body: { reason: 'Asked what they see', roleId: null, userKey: null, ...target },
  });
const trail = async () => {
  const { data } = await server.call(listViewAudit, { params: params(), token });
  return data.listInfo.map(({ cells }) => [cells.item, cells.before, cells.after, cells.reason]);
};

/** The calls that the session may not make for want of a privilege. */
async function refusedTo(of: string, calls: readonly (readonly [string, Call])[]) {
  const refused: Record<string, string | null> = {};
  for (const [name, call] of calls) {
    const keys = [...call.path.matchAll(/:(\w+)/g)].map(([, key]) => [key, 999_999]);
    const answer = await server.call(call, {
      params: { ...Object.fromEntries(keys), page: 'DM', id: 'me', ...params() },
      query: HEAVY.includes(name) ? { nothing: 'known' } : {},
      token: of,
    });
    expect([name, answer.status < 500]).toEqual([name, true]);
    if (answer.status === 403) refused[name] = answer.errCode;
  }
  return refused;
}
const namesWith = (refused: Record<string, string | null>, errCode: string): string[] =>
  Object.keys(refused).filter((name) => refused[name] === errCode);
/** They answer megabytes: asked what the contract does not know, they are refused as unreadable once one is let in. */
const HEAVY = ['readCatalogue', 'readChecks', 'readSchemaFiles'];
const guarded = CALLS.filter(([, { access }]) => access !== 'public' && access !== 'account');
const reading = guarded.filter(([, { method }]) => method === 'GET');
const writing = CALLS.filter(
  ([, { method, access, whileViewing }]) => method !== 'GET' && access !== 'public' && !whileViewing,
);

describe.each<[string, DemoAccount]>([
  ['Case processor', 'case.editor'],
  ['Reader', 'case.reader'],
  ['Medical reviewer', 'medical.reviewer'],
])('as the role %s', (role, account) => {
  it('opens and shows what it does to a user of the role, and changes nothing', async () => {
    const { data } = await server.call(listRoles, { params: params(), token });
    const roleId = data.roles.find(({ name }) => name === role)?.roleId;
    const theirs = await session(await server.token(account));
    const own = await session();
    const { data: begun, status } = await take({ roleId });
    expect(status).toBe(200);
    const { privList, menuList, unblind, roleName } = theirs;
    expect(begun).toMatchObject({ privList, menuList, unblind, roleName, userKey: own.userKey });
    expect(begun.viewing).toMatchObject({ kind: 'role', name: role, lacking: [] });
    expect(begun.accessVersion).not.toBe(own.accessVersion);
    const seen = await refusedTo(token, reading);
    expect(namesWith(seen, 'NO_PRIVILEGE')).toEqual(
      namesWith(await refusedTo(await server.token(account), reading), 'NO_PRIVILEGE'),
    );
    // a file that is taken away is recorded
    const files = reading.flatMap(([name, { carries }]) => (carries === 'file' ? name : []));
    expect(files).toEqual(expect.arrayContaining(namesWith(seen, 'VIEW_ONLY')));
    const refused = await refusedTo(token, writing);
    expect(refused).toEqual(Object.fromEntries(writing.map(([name]) => [name, 'VIEW_ONLY'])));
    expect((await leave()).data).toEqual({ ...own, expiresAt: expect.any(String) });
  });
});

describe('as a user', () => {
  it('sees the cases in the scope of both, and masked values unless both may see them', async () => {
    const { data } = await server.call(listViewTargets, { params: params(), token });
    const editor = data.users.find(({ userId }) => userId === 'case.editor');
    if (!editor) throw new Error('the editor is not offered');
    const count = async (of: string) =>
      (await server.call(listCases, { token: of })).data.pageInfo.totalCount;
    const all = await count(token);
    const limit = { sponsor_key: sponsorKey, user_key: editor.userKey, sender_key: 999 };
    await inSponsor(server.db, sponsorKey, async (trx) => {
      await insertSender(trx, { sponsorKey, senderKey: limit.sender_key, name: 'Without cases' });
      await trx.insertInto('user_sender').values(limit).execute();
    });
    expect((await session()).unblind).toBe(true);
    const { data: begun } = await take({ userKey: editor.userKey });
    expect(begun).toMatchObject({ unblind: false, viewing: { kind: 'user', name: editor.userName } });
    expect(await count(token)).toBe(await count(await server.token('case.editor')));
    expect(await count(token)).toBeLessThan(all);
    await leave();
    expect(await count(token)).toBe(all);
    await server.db.deleteFrom('user_sender').where('user_key', '=', editor.userKey).execute();
  });

  it('says plainly that nothing can be changed, and lets the session go on', async () => {
    await take({ roleId: 3 });
    const refused = await take({ roleId: 2 });
    expect(refused.errMsg).toBe(
      'You see the product as Reader does; nothing can be changed until you end this view',
    );
    expect((await server.call(extendSession, { token })).status).toBe(200);
    await leave();
  });

  it('reads a notice without marking it as read', async () => {
    await take({ roleId: 3 });
    const { listInfo } = (await server.call(listNotices, { params: params(), token })).data;
    const noticeKey = Number(listInfo[0]?.rowKey);
    expect((await server.call(readNotice, { params: { ...params(), noticeKey }, token })).status).toBe(200);
    await leave();
    const read = await server.db.selectFrom('notice_read').selectAll().execute();
    expect(read.filter(({ notice_key }) => notice_key === noticeKey)).toEqual([]);
  });
});

describe('the record of views', () => {
  it('holds who saw the product as whom, from when to when, and why', async () => {
    const [ended, begun] = await trail();
    // in the zone of the sponsor, and found so
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+9`;
    expect(ended).toEqual(['View ended', 'Reader', expect.stringMatching(`^${time} – ${time}$`), undefined]);
    const query = { keyword: String(ended?.[2]).slice(0, 19) };
    const found = await server.call(listViewAudit, { params: params(), query, token });
    expect(found.data.listInfo.map(({ cells }) => cells['item'])).toContain('View ended');
    expect(begun).toEqual(['Viewed as role', undefined, 'Reader', 'Asked what they see']);
  });

  it('holds the end of a view whose session was over first', async () => {
    const other = await server.call(signIn, { body: { userId: 'sponsor.admin', password: DEMO_PASSWORD } });
    const { token: theirs, userKey } = other.data;
    await server.call(beginView, {
      params: params(),
      token: theirs,
      body: { reason: 'Check', roleId: 4, userKey: null },
    });
    await server.call(signOut, {
      params: { ...params(), userKey },
      body: { reason: 'Logout' },
      token: theirs,
    });
    await endViews(server.deps);
    expect((await trail())[0]?.slice(0, 2)).toEqual(['View ended', 'Medical reviewer']);
    const length = (await trail()).length;
    await endViews(server.deps);
    expect(await trail()).toHaveLength(length);
  });

  it.each([{}, { roleId: 1, userKey: 1 }, { roleId: 999 }, { userKey: 999 }])(
    'is not begun as %o',
    async (target) => {
      expect(await take(target)).toMatchObject({ status: 404, errCode: 'NOT_FOUND' });
    },
  );
});
