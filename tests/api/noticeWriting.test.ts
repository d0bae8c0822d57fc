/** Notices as their writers store them: what is kept of a text, who may write for whom, files, alarms and their audit trail. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteFile,
  listWrittenNotices,
  readFile,
  readNotice,
  readNoticeAudit,
  readNoticeMails,
  readWrittenNotice,
  saveNotice,
  signIn,
} from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { startMailServer, type MailServer } from './mailServer.ts';

const PASSWORD = 'Only-for-tests-1';
const REASON = 'Initial Data';

let server: TestServer;
let post: MailServer;
/** system administration, an administrator of the demo sponsor, and those of a second sponsor */
let system: string;
let admin: string;
let otherAdmin: string;
let other: number;

beforeAll(async () => {
  post = await startMailServer();
  server = await startTestServer({
    env: {
      CASEWRIGHT_MAIL_URL: post.url,
      CASEWRIGHT_MAIL_FROM: 'safety@casewright.example',
      CASEWRIGHT_PUBLIC_URL: 'https://casewright.example',
    },
  });
  system = await server.token('system.admin');
  admin = await server.token('sponsor.admin');
  other = await server.db.transaction().execute(async (trx) => {
    const sponsorKey = await insertSponsor(trx, {
      companyName: 'Borealis',
      name: 'Borealis',
      clientType: 'SPO',
      country: 'US',
      timeZone: 'America/New_York',
      useWorkflow: false,
      defaultAppendix: 'US',
    });
    await insertRole(trx, sponsorKey, { roleId: 1, name: 'Administrator', privileges: ['EDIT.ADMIN'] });
    await insertUser(trx, sponsorKey, {
      userId: 'borealis.admin',
      name: 'B. Orealis',
      email: 'admin@borealis.example',
      password: PASSWORD,
      systemAdmin: false,
      unblind: false,
      roleId: 1,
    });
    return sponsorKey;
  });
  const signedIn = await server.call(signIn, { body: { userId: 'borealis.admin', password: PASSWORD } });
  otherAdmin = signedIn.data.token;
});
afterAll(async () => {
  await server.stop();
  await post.close();
});

const today = () => dayAt(server.clock.now().getTime(), 'Asia/Seoul');
const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const cell = (type: string, words: string) => ({ type, content: [text(words)] });
const TABLE = {
  type: 'table',
  content: [
    { type: 'tableRow', content: [cell('tableHeader', 'Report'), cell('tableHeader', 'Days')] },
    { type: 'tableRow', content: [cell('tableCell', 'Initial'), cell('tableCell', '15')] },
  ],
};
const docOf = (...content: object[]) => ({ type: 'doc', content });

interface Written {
  token?: string;
  sponsorKey?: number;
  noticeKey?: number;
  changedAt?: string | null;
  values?: Record<string, string | null>;
  content?: object;
  fileList?: object[];
  delFlag?: string;
  files?: { name: string; bytes: string | Uint8Array<ArrayBuffer> }[];
}

function write({
  token = system,
  sponsorKey = 1,
  noticeKey = 0,
  changedAt = null,
  values,
  content = docOf(text('A text')),
  fileList = [],
  delFlag = 'N',
  files = [],
}: Written) {
  const value = {
    title: 'A notice',
    // of both sponsors, whose days differ
    effectDate: dayAfter(today(), -1),
    expireDate: null,
    country: null,
    noticeAll: 'N',
    popup: 'N',
    alarmEmail: 'N',
    ...values,
  };
  const body = { reason: REASON, changedAt, delFlag, values: value, content, fileList };
  return server.call(saveNotice, { params: { sponsorKey, noticeKey }, body, files, token });
}
const reread = async (noticeKey: number, token = system) =>
  (await server.call(readWrittenNotice, { params: { sponsorKey: 1, noticeKey }, token })).data;
const read = (noticeKey: number, token: string, sponsorKey = 1) =>
  server.call(readNotice, { params: { sponsorKey, noticeKey }, token });

describe('a written notice', () => {
  it('is what its readers read, with its table', async () => {
    const content = docOf(text('Days within which a report is due'), TABLE);
    const stored = await write({ content, values: { title: 'With a table', noticeAll: 'Y' } });
    expect(stored.status).toBe(200);
    const { data } = await read(stored.data.noticeKey, otherAdmin, other);
    expect(data).toMatchObject({ title: 'With a table', noticeAll: 'Y', content });
  });

  it.each([
    ['a picture', { type: 'image', attrs: { src: 'https://example.org/a.png' } }],
    ['a script', { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }],
    ['a style', { type: 'paragraph', attrs: { style: 'color:red' } }],
    [
      'a link that runs',
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] }],
      },
    ],
  ])('is refused with %s', async (_what, part) => {
    expect(await write({ content: docOf(part) })).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
  });

  it.each<[string, Written, object]>([
    ['without a title', { values: { title: null } }, { errCode: 'ITEM_REFUSED' }],
    ['with a title of spaces', { values: { title: ' \u3000 ' } }, { errCode: 'ITEM_REFUSED' }],
    ['with an unknown country', { values: { country: 'Korea' } }, { errCode: 'ITEM_REFUSED' }],
    ['without a text', { content: docOf({ type: 'paragraph' }) }, { details: { why: 'empty' } }],
    [
      'longer than the limit',
      { content: docOf(text('x'.repeat(20_000)), text('y')) },
      { details: { why: 'tooLong' } },
    ],
    ['that ends before it begins', { values: { expireDate: '20200101' } }, { details: { why: 'dates' } }],
  ])('is refused %s', async (_what, written, refusal) => {
    expect(await write(written)).toMatchObject({ status: 422, ...refusal });
  });

  it('is refused when somebody else has changed it, or when nothing was', async () => {
    const { noticeKey, changedAt } = (await write({})).data;
    expect(await write({ noticeKey, changedAt })).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    expect((await write({ noticeKey, changedAt, values: { title: 'Changed' } })).status).toBe(200);
    expect(await write({ noticeKey, changedAt, values: { title: 'Again' } })).toMatchObject({
      status: 409,
      errCode: 'NOTICE_CHANGED',
    });
  });

  it('is deleted and restored with a reason, and its audit trail names each part', async () => {
    const first = (await write({ values: { title: 'To be deleted' } })).data;
    const { noticeKey } = first;
    const same = { noticeKey, values: { title: 'To be deleted' } };
    const deleted = (await write({ ...same, changedAt: first.changedAt, delFlag: 'Y' })).data;
    expect((await read(noticeKey, admin)).status).toBe(404);
    await write({ ...same, changedAt: deleted.changedAt });
    expect((await read(noticeKey, admin)).status).toBe(200);
    const { data } = await server.call(readNoticeAudit, {
      params: { sponsorKey: 1, noticeKey },
      token: system,
    });
    expect(data.listInfo.slice(0, 2)).toMatchObject([
      { field: 'delFlag', oldValue: 'Y', newValue: 'N', reason: REASON, userId: 'system.admin' },
      { field: 'delFlag', oldValue: 'N', newValue: 'Y' },
    ]);
  });
});

describe('who writes for whom', () => {
  it('an administrator of a sponsor writes for the sponsor, which no other tenant sees', async () => {
    const { noticeKey } = (await write({ token: otherAdmin, sponsorKey: other, values: { title: 'Own' } }))
      .data;
    expect((await read(noticeKey, otherAdmin, other)).data.title).toBe('Own');
    expect((await read(noticeKey, admin)).status).toBe(404);
    const list = { params: { sponsorKey: 1 }, query: { keyword: 'Own' }, token: system };
    expect((await server.call(listWrittenNotices, list)).data.listInfo).toEqual([]);
    expect(
      (await server.call(readWrittenNotice, { params: { sponsorKey: 1, noticeKey }, token: system })).status,
    ).toBe(404);
  });

  it('only system administrators write for all, and change what is for all', async () => {
    for (const written of [{ token: admin }, { token: otherAdmin, sponsorKey: other }])
      expect(await write({ ...written, values: { noticeAll: 'Y' } })).toMatchObject({
        status: 422,
        details: { why: 'forAll' },
      });
    const { noticeKey, changedAt } = (await write({ values: { noticeAll: 'Y' } })).data;
    expect(await write({ token: admin, noticeKey, changedAt })).toMatchObject({ details: { why: 'forAll' } });
  });
});

describe('files of a notice', () => {
  const params = (fileKey: string) => ({ sponsorKey: 1, fileKey });

  it('are attached, deleted with a reason, and restored by a save', async () => {
    const files = [{ name: 'calendar.csv', bytes: 'a,b' }];
    const { noticeKey } = (await write({ values: { title: 'Files' }, files })).data;
    const [file] = (await reread(noticeKey)).fileList;
    const fileKey = file?.fileKey ?? '';
    const body = { params: params(fileKey), query: { reason: 'Wrong file', noticeKey }, token: system };
    const { changedAt } = (await server.call(deleteFile, body)).data;
    expect((await reread(noticeKey)).fileList).toMatchObject([{ fileKey, delFlag: 'Y' }]);
    expect((await server.call(readFile, { params: params(fileKey), token: admin })).status).toBe(404);
    await write({ noticeKey, changedAt, values: { title: 'Files' }, fileList: [{ fileKey, delFlag: 'N' }] });
    expect((await server.call(readFile, { params: params(fileKey), token: admin })).bytes.toString()).toBe(
      'a,b',
    );
  });

  it('of the same bytes replace each other, and the audit trail names both', async () => {
    const values = { title: 'Renamed file' };
    const named = (name: string) => [{ name, bytes: 'the same bytes' }];
    const { noticeKey, changedAt } = (await write({ values, files: named('draft.txt') })).data;
    await write({ noticeKey, changedAt, values, files: named('final.txt') });
    expect((await reread(noticeKey)).fileList).toMatchObject([{ fileName: 'final.txt', delFlag: 'N' }]);
    const trail = await server.call(readNoticeAudit, { params: { sponsorKey: 1, noticeKey }, token: system });
    const names = trail.data.listInfo.map(({ action, newValue }) => [action, newValue]);
    expect(names).toEqual(
      expect.arrayContaining([
        ['rowDelete', 'draft.txt'],
        ['rowAdd', 'final.txt'],
      ]),
    );
  });

  it('are at most 5 MB each, and ten: the oldest is dropped', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1);
    expect(await write({ files: [{ name: 'large.bin', bytes }] })).toMatchObject({
      status: 413,
      details: { megabytes: 5 },
    });
    const files = Array.from({ length: 11 }, (_, at) => ({ name: `${at}.txt`, bytes: `file ${at}` }));
    const { noticeKey, changedAt } = (await write({ values: { title: 'Ten' }, files: files.slice(0, 10) }))
      .data;
    await write({ noticeKey, changedAt, values: { title: 'Ten' }, files: files.slice(10) });
    const dropped = (await reread(noticeKey)).fileList.filter(({ delFlag }) => delFlag === 'Y');
    expect(dropped.map(({ fileName }) => fileName)).toEqual(['0.txt']);
  });
});

describe('the alarm of a notice', () => {
  const mailsOf = async (noticeKey: number) =>
    (await server.call(readNoticeMails, { params: { sponsorKey: 1, noticeKey }, token: system })).data
      .listInfo;
  const toBorealis = () => post.mails.filter(({ to }) => to.includes('admin@borealis.example'));

  it('is mailed to each reader once, and logged', async () => {
    const values = { title: 'Maintenance', noticeAll: 'Y', country: 'US', alarmEmail: 'Y' };
    const { noticeKey, changedAt } = (await write({ values, content: docOf(text('On Sunday')) })).data;
    await eventually(async () => expect(await mailsOf(noticeKey)).toMatchObject([{ state: 'sent' }]));
    expect(toBorealis()[0]?.text).toContain('On Sunday');
    await write({ noticeKey, changedAt, values, content: docOf(text('On Monday')) });
    await eventually(async () => {
      const waiting = await server.db
        .transaction()
        .execute((trx) =>
          trx.selectFrom('outbox_email').select('state').where('state', '=', 'ready').execute(),
        );
      expect(waiting).toEqual([]);
    });
    expect(await mailsOf(noticeKey)).toHaveLength(1);
    expect(toBorealis()).toHaveLength(1);
  });

  it('is mailed to nobody once the notice has ended', async () => {
    const waits = {
      title: 'Over',
      noticeAll: 'Y',
      country: 'US',
      alarmEmail: 'Y',
      expireDate: dayAfter(today(), -1),
    };
    const values = { ...waits, effectDate: dayAfter(today(), -3) };
    const { noticeKey } = (await write({ values })).data;
    expect(noticeKey).toBeGreaterThan(0);
    await eventually(async () => {
      const jobs = await inSponsor(server.db, 1, (trx) =>
        trx
          .selectFrom('job')
          .select('state')
          .where('kind', '=', 'mail-notice')
          .where(sql`payload ->> 'noticeKey'`, '=', String(noticeKey))
          .execute(),
      );
      expect(jobs.map(({ state }) => state)).toEqual(['done']);
    });
    expect(await mailsOf(noticeKey)).toEqual([]);
  });

  it('waits for the first day', async () => {
    const values = {
      title: 'Later',
      noticeAll: 'Y',
      country: 'US',
      alarmEmail: 'Y',
      effectDate: dayAfter(today(), 3),
    };
    const { noticeKey } = (await write({ values })).data;
    expect(await mailsOf(noticeKey)).toEqual([]);
  });
});
