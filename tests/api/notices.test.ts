/** Notices as their readers get them: whose, where, when, and what hangs on them. */
import Value from 'typebox/value';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listHomeNotices,
  listNotices,
  listPopupNotices,
  readFile,
  readNotice,
  readNoticeAudit,
  signIn,
  type DataOf,
} from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { RichText } from '../../shared/text/richText.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { appendAudit } from '../../server/audit/appendAudit.ts';
import { insertNotice, type NewNotice } from '../../server/notices/insertNotice.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

const PASSWORD = 'Only-for-tests-1';
const CONTENT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

let server: TestServer;
/** of the demo sponsor, a Korean company on Seoul time */
let reader: string;
/** of a second sponsor, an American company on New York time */
let american: string;
let second: number;

beforeAll(async () => {
  server = await startTestServer();
  reader = await server.token('case.reader');
  second = await server.db.transaction().execute(async (trx) => {
    const sponsorKey = await insertSponsor(trx, {
      companyName: 'Borealis',
      name: 'Borealis',
      clientType: 'CRO',
      country: 'US',
      timeZone: 'America/New_York',
      useWorkflow: false,
      defaultAppendix: 'US',
    });
    await insertRole(trx, sponsorKey, { roleId: 1, name: 'Reader', privileges: ['READ.CASE'] });
    await insertUser(trx, sponsorKey, {
      userId: 'american',
      name: 'A. Merican',
      password: PASSWORD,
      systemAdmin: false,
      unblind: false,
      roleId: 1,
    });
    return sponsorKey;
  });
  american = (await server.call(signIn, { body: { userId: 'american', password: PASSWORD } })).data.token;
});
afterAll(() => server.stop());

const today = (zone = 'Asia/Seoul') => dayAt(server.clock.now().getTime(), zone);
const aNotice = (title: string, content: Partial<NewNotice> = {}, sponsorKey = 1): Promise<number> =>
  inSponsor(server.db, sponsorKey, (trx) =>
    insertNotice(trx, {
      sponsor_key: sponsorKey,
      title,
      content: CONTENT,
      files: [],
      effect_date: dayAfter(today(), -2),
      expire_date: null,
      reg_time: server.clock.now(),
      reg_user_key: 1,
      user_name: 'Writer',
      ...content,
    }),
  );

const titlesOf = ({ data }: { data: DataOf<typeof listNotices> }) =>
  data.listInfo.map(({ cells }) => cells.title);

const as = (token: string) => {
  const params = { sponsorKey: token === american ? second : 1 };
  const titles = (answer: { data: { listInfo: { title: string }[] } }) =>
    answer.data.listInfo.map(({ title }) => title);
  return {
    list: (query: Record<string, unknown> = {}) =>
      server.call(listNotices, { params, query: { rowCount: 100, ...query }, token }),
    titles: async (keyword = '') =>
      titlesOf(await server.call(listNotices, { params, query: { rowCount: 100, keyword }, token })),
    home: async () => titles(await server.call(listHomeNotices, { params, token })),
    popup: async () => titles(await server.call(listPopupNotices, { params, token })),
    open: (noticeKey: number) => server.call(readNotice, { params: { ...params, noticeKey }, token }),
    file: (fileKey: string) => server.call(readFile, { params: { ...params, fileKey }, token }),
  };
};

describe('whose notices one reads', () => {
  it.each<[string, Partial<NewNotice>, number, boolean, boolean]>([
    ['one of the sponsor', {}, 1, true, false],
    ['one of another sponsor', {}, 2, false, true],
    ['one for all', { notice_all: 'Y' }, 1, true, true],
    ['one for all, in one country', { notice_all: 'Y', country: 'US' }, 1, false, true],
    ['one of the own country', { country: 'KR' }, 1, true, false],
    ['one of another country', { country: 'US' }, 1, false, false],
    ['a deleted one', { del_flag: 'Y' }, 1, false, false],
    ['a deleted one for all', { notice_all: 'Y', del_flag: 'Y' }, 1, false, false],
  ])('%s', async (title, content, sponsor, bySeoul, byNewYork) => {
    const noticeKey = await aNotice(title, content, sponsor === 1 ? 1 : second);
    for (const [token, may] of [
      [reader, bySeoul],
      [american, byNewYork],
    ] as const) {
      expect((await as(token).titles()).includes(title)).toBe(may);
      expect((await as(token).popup()).includes(title)).toBe(may);
      expect(await as(token).open(noticeKey)).toMatchObject(
        may ? { status: 200, data: { title } } : { status: 404, errCode: 'NOT_FOUND' },
      );
    }
  });

  it('is kept by the database too: without a where clause a sponsor finds its own and those for all', async () => {
    await aNotice('kept apart');
    const found = await inSponsor(server.db, second, (trx) =>
      trx.selectFrom('notice').select(['sponsor_key', 'notice_all', 'del_flag']).execute(),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) {
      expect(row.sponsor_key === second || (row.notice_all === 'Y' && row.del_flag === 'N')).toBe(true);
    }
  });

  it.each([
    ['written by another sponsor', () => aNotice('x', { notice_all: 'Y' }, second)],
    [
      'changed by another sponsor',
      async () => {
        const notice_key = await aNotice('mine', { notice_all: 'Y' });
        const { numUpdatedRows } = await inSponsor(server.db, second, (trx) =>
          trx
            .updateTable('notice')
            .set({ title: 'theirs' })
            .where('notice_key', '=', notice_key)
            .executeTakeFirstOrThrow(),
        );
        if (numUpdatedRows === 0n) throw new Error('nothing was changed');
      },
    ],
  ])('does not let one for all be %s', async (_what, attempt) => {
    await expect(attempt()).rejects.toThrow();
  });
});

describe('when a notice is in effect', () => {
  it.each([
    ['begins tomorrow', 1, null, false, false],
    ['begins today', 0, null, true, true],
    ['ends today', -3, 0, true, true],
    ['ended yesterday', -3, -1, true, false],
  ] as const)('one that %s', async (title, from, until, listed, inEffect) => {
    const noticeKey = await aNotice(title, {
      effect_date: dayAfter(today(), from),
      expire_date: until === null ? null : dayAfter(today(), until),
    });
    expect((await as(reader).titles()).includes(title)).toBe(listed);
    expect((await as(reader).home()).includes(title)).toBe(inEffect);
    expect((await as(reader).popup()).includes(title)).toBe(inEffect);
    const opened = await as(reader).open(noticeKey);
    expect(opened.status).toBe(listed ? 200 : 404);
    if (listed)
      expect(opened.data).toMatchObject(inEffect ? { ended: 'N', new: 'Y' } : { ended: 'Y', new: 'N' });
  });

  it("goes by the reader's calendar, not by the server's", async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
    await aNotice('from the day of the east', { effect_date: today(east) }, second);
    await aNotice('to the day of the west', { effect_date: '20200101', expire_date: today(west) }, second);
    const poppingUpIn = async (zone: string) => {
      await server.db
        .updateTable('sponsor')
        .set({ time_zone: zone })
        .where('sponsor_key', '=', second)
        .execute();
      return (await as(american).popup()).filter((title) => title.includes('the day of'));
    };
    expect(await poppingUpIn(east)).toEqual(['from the day of the east']);
    expect(await poppingUpIn(west)).toEqual(['to the day of the west']);
  });

  it('pops up only where its writer wants it', async () => {
    await aNotice('silent', { popup: 'N' });
    expect(await as(reader).home()).toContain('silent');
    expect(await as(reader).popup()).not.toContain('silent');
  });
});

describe('lists', () => {
  it('shows the five newest at home, newest first', async () => {
    for (const no of [1, 2, 3, 4, 5, 6]) await aNotice(`row ${no}`);
    expect(await as(reader).home()).toEqual(['row 6', 'row 5', 'row 4', 'row 3', 'row 2']);
  });

  it('finds a title by any part of it, taken as it is written', async () => {
    await aNotice('Ärger 100 % 안내');
    expect(await as(reader).titles('ärger 100 %')).toEqual(['Ärger 100 % 안내']);
    expect(await as(reader).titles('안내')).toContain('Ärger 100 % 안내');
    expect(await as(reader).titles('r%안')).toEqual([]);
  });

  it('gives 20 rows a page and counts them all', async () => {
    for (const no of Array(25).keys()) await aNotice(`paged ${no}`, { popup: 'N' });
    const first = await server.call(listNotices, {
      params: { sponsorKey: 1 },
      query: { keyword: 'paged' },
      token: reader,
    });
    expect(first.data.listInfo).toHaveLength(20);
    expect(first.data.pageInfo).toMatchObject({ pageNo: 1, rowCount: 20, totalCount: 25, totalPage: 2 });
    const last = await as(reader).list({ keyword: 'paged', pageNo: 2, rowCount: 20 });
    expect(titlesOf(last)).toEqual([4, 3, 2, 1, 0].map((no) => `paged ${no}`));
  });

  it('names the neighbours of a notice in the list', async () => {
    const keys = (await as(reader).list()).data.listInfo.map(({ rowKey }) => Number(rowKey));
    const [first = 0, middle = 0, after = 0] = keys;
    expect((await as(reader).open(first)).data).toMatchObject({ previousKey: null, nextKey: middle });
    expect((await as(reader).open(middle)).data).toMatchObject({ previousKey: first, nextKey: after });
    expect((await as(reader).open(keys.at(-1) ?? 0)).data.nextKey).toBeNull();
  });
});

it('counts as new until this user has opened it', async () => {
  const noticeKey = await aNotice('fresh');
  const isNew = async (token: string) =>
    (await as(token).list({ keyword: 'fresh' })).data.listInfo.map(({ codes }) => codes.state);
  const editor = await server.token('case.editor');
  expect((await as(reader).open(noticeKey)).data.new).toBe('Y');
  expect((await as(reader).open(noticeKey)).data.new).toBe('N');
  expect([await isNew(reader), await isNew(editor)]).toEqual([[['READ']], [['NEW']]]);
});

describe('files', () => {
  const attached = async (title: string, content: Partial<NewNotice>): Promise<[number, string]> => {
    const bytes = Buffer.from(`bytes of ${title}`);
    const fileKey = await server.deps.files.put(bytes);
    const file = { fileKey, fileName: `${title}.txt`, mediaType: 'text/plain', size: bytes.length };
    return [await aNotice(title, { ...content, files: [file] }), fileKey];
  };

  it.each<[string, Partial<NewNotice>, boolean]>([
    ['of a notice for all', { notice_all: 'Y' }, true],
    ['of a notice of another sponsor', {}, false],
    ['of one for all in another country', { notice_all: 'Y', country: 'KR' }, false],
    ['of one for all that was deleted', { notice_all: 'Y', del_flag: 'Y' }, false],
    ['of one for all that begins later', { notice_all: 'Y', effect_date: '20990101' }, false],
  ])('downloads the file %s: %o', async (title, content, may) => {
    const [noticeKey, fileKey] = await attached(title, content);
    const answer = await as(american).file(fileKey);
    if (!may) return expect(answer).toMatchObject({ status: 404, errCode: 'FILE_NOT_FOUND' });
    expect(answer.bytes.toString()).toBe(`bytes of ${title}`);
    expect((await as(american).open(noticeKey)).data.fileList).toEqual([
      { fileKey, fileName: `${title}.txt`, size: answer.bytes.length },
    ]);
  });

  it('downloads the file of a notice of the own sponsor, whoever brought it', async () => {
    const [, fileKey] = await attached('own', {});
    expect((await as(reader).file(fileKey)).bytes.toString()).toBe('bytes of own');
  });

  it('no more when it was taken off the notice', async () => {
    const [noticeKey, fileKey] = await attached('taken off', { notice_all: 'Y' });
    await inSponsor(server.db, 1, (trx) =>
      trx.updateTable('notice_file').set({ del_flag: 'Y' }).where('notice_key', '=', noticeKey).execute(),
    );
    expect((await as(american).file(fileKey)).status).toBe(404);
    expect((await as(american).open(noticeKey)).data.fileList).toEqual([]);
  });
});

describe('what a notice may say', () => {
  const inParagraph = (part: unknown) => ({ type: 'doc', content: [{ type: 'paragraph', content: [part] }] });
  const linkTo = (href: string) =>
    inParagraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
  const closed = (content: unknown) => Value.Check(RichText, content);

  it('takes text that looks like markup for text', () => {
    expect(closed(inParagraph({ type: 'text', text: '<script>alert(1)</script>' }))).toBe(true);
  });

  it.each(['https://example.org/a?b=c#d', 'http://example.org', 'mailto:a@b.example'])(
    'links to %s',
    (href) => {
      expect(closed(linkTo(href))).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://a" onclick="alert(1)',
    'vbscript:x',
    '//example.org',
  ])('refuses a link to %j', (href) => {
    expect(closed(linkTo(href))).toBe(false);
  });

  it('refuses every part it does not know', () => {
    const known = ['text', 'hardBreak'];
    fc.assert(
      fc.property(fc.string(), fc.object(), (type, more) => {
        fc.pre(!known.includes(type));
        return !closed(inParagraph({ ...more, type }));
      }),
    );
  });

  it('holds for what the demo says, and it comes out as it was put in', async () => {
    const { listInfo } = (await as(reader).list({ keyword: 'calendar' })).data;
    const stored = await inSponsor(server.db, 1, (trx) =>
      trx.selectFrom('notice').select('content').where('title', '=', 'Reporting calendar').executeTakeFirst(),
    );
    const { content } = (await as(reader).open(Number(listInfo[0]?.rowKey))).data;
    expect(content).toEqual(stored?.content);
    expect(closed(content)).toBe(true);
  });
});

it('tells administrators what was changed in a notice, and nobody else', async () => {
  const admin = await server.token('sponsor.admin');
  const noticeKey = await aNotice('changed');
  const params = { params: { sponsorKey: 1, noticeKey } };
  const none = await server.call(readNoticeAudit, { ...params, token: admin });
  expect(none.data).toMatchObject({ listInfo: [], pageInfo: { totalCount: 0 } });
  expect(await server.call(readNoticeAudit, { ...params, token: reader })).toMatchObject({ status: 403 });

  const nothing = { value: null, nullFlavor: null, notation: null };
  await inSponsor(server.db, 1, (trx) =>
    appendAudit(
      trx,
      server.deps,
      {
        sponsorKey: 1,
        scope: 'notice',
        scopeKey: noticeKey,
        caseKey: null,
        at: server.clock.now(),
        user: { userKey: 1, userId: 'u', userName: 'U' },
        page: '',
        reason: 'Correction',
        source: 'screen',
        requestId: 'r',
        catalogueVersion: '',
      },
      [
        {
          page: '',
          itemId: 'title',
          rowNo: 0,
          rowNo2: 0,
          rowNo3: 0,
          action: 'change',
          before: { ...nothing, value: 'old' },
          after: { ...nothing, value: 'changed' },
        },
      ],
    ),
  );
  const { data } = await server.call(readNoticeAudit, { ...params, token: admin });
  expect(data.listInfo).toEqual([
    expect.objectContaining({ field: 'title', oldValue: 'old', newValue: 'changed', reason: 'Correction' }),
  ]);
});
