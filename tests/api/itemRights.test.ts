/**
 * Items that a role hides, where values come out of the server by other ways than the pages of a case: warnings,
 * notifications, mails, batches, their answers and the tasks of these, case series, and files that others or the reader had made before.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compareCaseSeries,
  countWarnings,
  downloadSubmission,
  downloadSubmissionEvent,
  fetchExport,
  fetchListExport,
  freezeCaseSeries,
  listCaseAudit,
  listCaseReceivers,
  listCaseSeries,
  listDataHistory,
  listDuplicates,
  listProductOptions,
  listQuestions,
  listRecordOptions,
  listRecentExports,
  listSubmissionsOfCase,
  listSubmittedCases,
  listWarnings,
  readCaseAudit,
  readCaseQuestions,
  readExport,
  readFrozenMessage,
  readItemAudit,
  readListExport,
  readNotifications,
  readRecordUses,
  readSubmission,
  saveSearchLibrary,
  sendCaseMail,
  startExport,
  startListExport,
  uploadAnswer,
  type DataQuery,
} from '../../shared/contract/index.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { mailNotifications } from '../../server/notifications/mailNotifications.ts';
import { pdfText } from '../pdfText.ts';
import { asSuperuser, itemValue } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { attachmentsOf, startMailServer, type MailServer } from './mailServer.ts';
import { allowMails, mailTo } from './mailWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';
import { setItemRights } from './setItemRights.ts';
import { PARTNER, startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

const PATIENT = 'Qxjwv';
const REACTION = 'Zyxitis of the elbow';
const ROLE = 77;
/** demo case: serious, its suspect product is authorised in the European Union */
const AUTHORISED_IN_EU = 3;

let world: SubmissionWorld;
let smtp: MailServer;
/** sees everything, as `limited` would without the role */
let open: string;
/** by a role with the same privileges, which hides the initials of the patient and the words of the reporter */
let limited: string;
let hidden: string[];
let caseKey: number;

beforeAll(async () => {
  smtp = await startMailServer();
  world = await startSubmissionWorld({
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  const { roles } = world.server.deps.catalogue.whole;
  hidden = [roles['patientInitials'] ?? '', roles['reactionVerbatim'] ?? ''];
  for (const roleId of [ROLE, ROLE + 1])
    await world.query((trx) =>
      insertRole(trx, 1, { roleId, name: `Role ${roleId}`, privileges: PRIVILEGES }),
    );
  limited = await world.limitedUser('rights.limited', {}, ROLE);
  open = await world.limitedUser('rights.open', {}, ROLE + 1);
  // what is blinded is another matter
  await world.query((trx) =>
    sql`update user_sponsor us set unblind = true from app_user u
      where u.user_key = us.user_key and u.user_id like 'rights.%'`.execute(trx),
  );
  await hide(hidden);
  ({ caseKey } = await world.aCase(1));
  await world.save(caseKey, 'DM', [itemValue(hidden[0] ?? '', [], PATIENT)]);
  await world.save(caseKey, 'AE', [itemValue(hidden[1] ?? '', [0], REACTION)], { rowNo: 0 });
  await projectionsCurrent(world.server);
});
afterAll(async () => {
  await world.server.stop();
  await smtp.close();
});

/** What the role of the limited user hides from now on. */
async function hide(items: readonly string[], roleId = ROLE): Promise<void> {
  const rights = items.map((itemId) => ({ itemId, right: 'hidden' as const }));
  const answer = await setItemRights(world.server, { token: world.second, roleId, rights });
  expect(answer).toMatchObject({ status: 200 });
}
/** Whether the text of an answer quotes a value that is hidden. */
const quotes = (answer: unknown): boolean =>
  [PATIENT, REACTION].some((value) => JSON.stringify(answer).includes(value));

describe('warnings', () => {
  it('neither quote nor count what is hidden', async () => {
    const listed = async (token: string) =>
      (await world.server.call(listWarnings, { query: { caseKey, rowCount: 100 }, token })).data;
    const counted = async (token: string) =>
      (await world.server.call(countWarnings, { query: { caseKey }, token })).data.listInfo.reduce(
        (sum, { count }) => sum + count,
        0,
      );
    const [all, some] = [await listed(open), await listed(limited)];
    expect([quotes(all), quotes(some)]).toEqual([true, false]);
    expect(some.pageInfo.totalCount).toBeLessThan(all.pageInfo.totalCount);
    expect([await counted(open), await counted(limited)]).toEqual([
      all.pageInfo.totalCount,
      some.pageInfo.totalCount,
    ]);
  });
});

describe('notifications and their mails', () => {
  beforeAll(() =>
    asSuperuser(world, async (trx) => {
      // the reaction gets a code, and another one by a second coder
      await sql`update case_coding set code = '1', version = '', coded_at = ${new Date(0)}
        where case_key = ${caseKey} and term = ${REACTION}`.execute(trx);
      await sql`insert into second_coding (sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, dictionary,
          release_no, first_code, version, first_by, second_code, second_by, second_at)
        select w.sponsor_key, c.root_case_key, w.item_id, w.row_no, w.row_no2, w.row_no3, 'MEDDRA',
          (select min(release_no) from dictionary_release), '1', '', 'a', '2', 'b', now()
        from case_coding w join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
        where w.case_key = ${caseKey} and w.term = ${REACTION}`.execute(trx);
      await trx
        .updateTable('app_user')
        .set({ email: sql<string>`user_id || '@example.com'` })
        .where('user_id', 'in', ['rights.open', 'rights.limited'])
        .execute();
    }),
  );

  it('do not count codes of a hidden item', async () => {
    const differences = async (token: string) =>
      (await world.server.call(readNotifications, { params: { sponsorKey: 1 }, token })).data.listInfo
        .filter(({ kind }) => kind === 'difference')
        .map(({ facts }) => facts);
    // by MedDRA and its Japanese edition
    expect(await differences(open)).toEqual([{ count: 2 }]);
    expect(await differences(limited)).toEqual([]);
  });

  it('are mailed without a case or a value, and not for what is hidden', async () => {
    const { deps } = world.server;
    if (!deps.mail) throw new Error('no mail server is set up');
    await mailNotifications(deps, deps.mail);
    const { rows } = await world.query((trx) =>
      sql<{ user_id: string; kind: string }>`select u.user_id, n.kind from notification n
        join app_user u on u.user_key = n.user_key where u.user_id like 'rights.%' and n.kind = 'difference'`.execute(
        trx,
      ),
    );
    expect(rows).toEqual([{ user_id: 'rights.open', kind: 'difference' }]);
  });
});

describe('receivers that rules propose', () => {
  it('do not tell by which product, where that is hidden', async () => {
    const proposed = async (token: string) =>
      (
        await world.server.call(listCaseReceivers, { params: { caseKey: AUTHORISED_IN_EU }, token })
      ).data.listInfo.flatMap(({ reasons }) => reasons.map(({ ruleId }) => ruleId));
    expect(await proposed(limited)).toEqual(await proposed(open));
    await hide([...hidden, world.server.deps.catalogue.whole.roles['drugName'] ?? '']);
    const [all, some] = [await proposed(open), await proposed(limited)];
    expect(all).toContain('EMA.authorised');
    expect(some).toEqual(all.filter((ruleId) => !ruleId.endsWith('.authorised')));
    await hide(hidden);
  });
});

describe('records that cases name', () => {
  const records = async (token: string) => {
    const query = { caseKey: AUTHORISED_IN_EU };
    const of = { sponsorKey: 1, kind: 'product' };
    const offered = await world.server.call(listRecordOptions, { params: of, query, token });
    const uses = await world.server.call(readRecordUses, { params: { ...of, recordKey: 1 }, token });
    const products = await world.server.call(listProductOptions, { params: of, query, token });
    return {
      offered: [offered, products].map(({ data }) => data.listInfo.length),
      named: uses.data.cases.some.length,
      counted: uses.data.cases.total + uses.data.cases.hidden,
    };
  };

  it('do not tell which, where that is hidden', async () => {
    const all = await records(open);
    expect(await records(limited)).toEqual(all);
    expect(all).toMatchObject({ offered: [1, 1] });
    expect(all.named).toBeGreaterThan(0);
    await hide([...hidden, world.server.deps.catalogue.whole.roles['drugName'] ?? '']);
    const some = await records(limited);
    expect(some).toMatchObject({ named: 0, counted: all.counted });
    // as of a case that names none: all there are
    expect(Math.min(...some.offered)).toBeGreaterThan(1);
    await hide(hidden);
  });
});

describe('a report that is mailed', () => {
  it('holds what its author sees', async () => {
    await allowMails(world, '@partner.example');
    const mailed = async (address: string, token: string) => {
      const answer = await world.server.call(sendCaseMail, {
        params: { caseKey },
        body: { reportId: 'CIOMS', recipients: [{ address }], content: 'Please see the report.' },
        token,
      });
      expect(answer).toMatchObject({ status: 200 });
      const [file] = attachmentsOf((await mailTo(smtp, address)).raw);
      return pdfText(file?.bytes ?? Buffer.of());
    };
    expect(await mailed('open@partner.example', open)).toContain(PATIENT);
    expect(quotes(await mailed('limited@partner.example', limited))).toBe(false);
  });
});

describe('a frozen batch and its answer', () => {
  const TEXT = `The initials ${PATIENT} are too long`;
  let batch: Batch;
  const sent = () => ({ batchKey: batch.batchKey });
  beforeAll(async () => {
    batch = await world.sent([world.nextCase()]);
    const bytes = world.textOf(batch, {
      code: 'AE',
      messages: batch.messages.map(({ messageNumber }) => ({
        messageNumber,
        localNumber: null,
        code: 'CR',
        text: TEXT,
      })),
    });
    await world.server.call(uploadAnswer, { file: { name: 'ack.xml', bytes }, token: world.second });
    batch = await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
  });

  it('are files for those only who see all items', async () => {
    const event = batch.events.find(({ fileKey }) => fileKey !== null);
    const params = { ...sent(), eventKey: event?.eventKey ?? 0 };
    for (const [token, status] of [
      [open, 200],
      [limited, 403],
    ] as const) {
      const answers = [
        await world.server.call(downloadSubmission, { params: sent(), token }),
        await world.server.call(readFrozenMessage, {
          params: { ...sent(), seq: batch.messages[0]?.seq ?? 0 },
          token,
        }),
        await world.server.call(downloadSubmissionEvent, { params, token }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
  });

  it('are not quoted in the batch, in lists, at the case and in warnings', async () => {
    const { caseKey: sentCase = 0 } = batch.messages[0] ?? {};
    const texts = (token: string) =>
      Promise.all([
        world.server.call(readSubmission, { params: sent(), token }),
        world.server.call(listSubmittedCases, { query: { rowCount: 100 }, token }),
        world.server.call(listSubmissionsOfCase, { params: { caseKey: sentCase }, token }),
        world.server.call(listWarnings, { query: { caseKey: sentCase, warning: 'rejected' }, token }),
      ]);
    expect((await texts(open)).map(quotes)).toEqual([true, true, true, true]);
    const answers = await texts(limited);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(quotes)).toEqual([false, false, false, false]);
    const found = async (token: string) =>
      (await world.server.call(listSubmittedCases, { query: { keyword: PATIENT }, token })).data.pageInfo
        .totalCount;
    expect([await found(open), await found(limited)]).toEqual([1, 0]);
  });

  describe('as a task', () => {
    const of = () => ({ caseKey: batch.messages[0]?.caseKey ?? 0 });
    const pages = (token: string) =>
      Promise.all([
        world.server.call(readCaseQuestions, { params: of(), token }),
        world.server.call(listQuestions, { query: { rowCount: 100 }, token }),
        world.server.call(readCaseAudit, { params: of(), token }),
        world.server.call(readItemAudit, { params: of(), query: { itemId: caseNumber() }, token }),
        world.server.call(listCaseAudit, { params: of(), query: { rowCount: 100 }, token }),
      ]);
    /** How many rows a word of the answer finds. */
    const found = async (token: string) => {
      const query = { keyword: PATIENT };
      const answers = [
        await world.server.call(listQuestions, { query, token }),
        await world.server.call(readCaseAudit, { params: of(), query, token }),
        await world.server.call(listCaseAudit, { params: of(), query, token }),
      ];
      return answers.map(({ data }) => data.pageInfo.totalCount);
    };
    const caseNumber = () => world.server.deps.catalogue.whole.roles['caseNumber'] ?? '';

    it('are not quoted to users who do not see all items, who still see that there is one', async () => {
      expect((await pages(open)).map(quotes)).toEqual([true, true, true, true, true]);
      const answers = await pages(limited);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(answers.map(quotes)).toEqual([false, false, false, false, false]);
      expect([await found(open), await found(limited)]).toEqual([
        [1, 1, 1],
        [0, 0, 0],
      ]);
      expect(answers[0].data.listInfo).toMatchObject([
        { itemId: caseNumber(), batchKey: batch.batchKey, steps: [{ userName: PARTNER, text: null }] },
      ]);
    });

    it('are not quoted in the warning of the user who has to correct the case', async () => {
      const warned = async (userId: string, token: string) => {
        await asSuperuser(world, (trx) =>
          sql`update case_question set addressee = (select user_key from app_user where user_id = ${userId})
            where root_case_key = ${of().caseKey}`.execute(trx),
        );
        return world.server.call(listWarnings, { query: { ...of(), warning: 'question' }, token });
      };
      expect(quotes(await warned('rights.open', open))).toBe(true);
      const answer = await warned('rights.limited', limited);
      expect([quotes(answer), JSON.stringify(answer.data).includes(PARTNER)]).toEqual([false, true]);
    });

    it('are not quoted to users who may not see blinded values, if the receiver got some', async () => {
      const may = (unblind: boolean) =>
        world.query((trx) =>
          sql`update user_sponsor us set unblind = ${unblind} from app_user u
            where u.user_key = us.user_key and u.user_id = 'rights.open'`.execute(trx),
        );
      await may(false);
      expect((await pages(open)).map(quotes)).toEqual([false, false, false, false, false]);
      expect(await found(open)).toEqual([0, 0, 0]);
      await may(true);
    });
  });
});

/** Cases with this patient. */
const question = (itemId: string, operator: 'EQ' | 'NOT_NULL', ...values: string[]): DataQuery => ({
  condition: {
    kind: 'group',
    joined: 'and',
    conditions: [
      {
        kind: 'rows',
        tests: [{ itemId, operator, values, nullFlavors: [] }],
        rows: { of: 'any', min: null, max: null },
      },
    ],
  },
  items: hidden,
  layout: 'case',
  block: '',
  repeats: 'joined',
  codes: 'label',
});

describe('a case series', () => {
  it('of a question about a hidden item tells neither its size nor its cases, also of a former version', async () => {
    const save = async (libraryKey: number, versionNo: number, query: DataQuery) => {
      const answer = await world.server.call(saveSearchLibrary, {
        params: { libraryKey },
        body: {
          reason: 'Test',
          versionNo,
          name: 'One patient',
          description: '',
          shared: true,
          delFlag: 'N',
          query,
        },
        token: open,
      });
      expect(answer).toMatchObject({ status: 200 });
      return answer.data.libraryKey;
    };
    const libraryKey = await save(0, 0, question(hidden[0] ?? '', 'EQ', PATIENT));
    const params = { libraryKey };
    const { data: frozen } = await world.server.call(freezeCaseSeries, { params, token: open });
    expect(frozen).toMatchObject({ count: 1, versionNo: 1 });
    // the question of today is one that everybody may ask
    const sex = world.server.deps.catalogue.whole.roles['sex'] ?? '';
    await save(libraryKey, 1, question(sex, 'NOT_NULL'));
    const counts = async (token: string) =>
      (await world.server.call(listCaseSeries, { params, token })).data.series.map(({ count }) => count);
    expect([await counts(open), await counts(limited)]).toEqual([[1], [null]]);
    const compared = (token: string) =>
      world.server.call(compareCaseSeries, { params: { ...params, seriesKey: frozen.seriesKey }, token });
    expect((await compared(open)).data).toMatchObject({ goneCount: 1 });
    expect(await compared(limited)).toMatchObject({ status: 403, errCode: 'QUERY_BLINDED' });
  });
});

describe('a file of a question', () => {
  it('tells others neither the question nor how many cases answer it, where it reads a hidden item', async () => {
    const answer = await world.server.call(startExport, {
      body: {
        exportKey: crypto.randomUUID(),
        name: 'One patient',
        format: 'CSV',
        query: question(hidden[0] ?? '', 'EQ', PATIENT),
      },
      token: open,
    });
    const { dataKey } = answer.data;
    const params = { dataKey };
    const read = (token: string) => world.server.call(readExport, { params, token });
    await eventually(async () => expect((await read(open)).data).toMatchObject({ state: 'done', cases: 1 }));
    expect(await read(limited)).toMatchObject({ status: 403, errCode: 'QUERY_BLINDED' });
    const history = async (token: string, query = {}) =>
      (await world.server.call(listDataHistory, { query, token })).data;
    const row = async (token: string) =>
      (await history(token)).listInfo.find(({ rowKey }) => rowKey === String(dataKey))?.cells;
    expect(await row(open)).toMatchObject({ name: 'One patient', cases: '1', rows: '1' });
    expect(await row(limited)).toMatchObject({ name: 'One patient' });
    for (const name of ['cases', 'rows', 'question']) expect(await row(limited)).not.toHaveProperty(name);
    expect((await history(limited, { keyword: PATIENT })).pageInfo.totalCount).toBe(0);
    expect((await history(open, { keyword: PATIENT })).pageInfo.totalCount).toBe(1);
  });

  it('is closed to its maker, and so is a file of a list, once a role hides more from them', async () => {
    const { data } = await world.server.call(listRecentExports, { token: open });
    const { dataKey = 0 } = data.exports[0] ?? {};
    const list = { menuId: 'MU-CS', exportKey: crypto.randomUUID() };
    const { menuId, exportKey } = list;
    await world.server.call(startListExport, {
      params: { menuId },
      body: { exportKey, query: { format: 'CSV' } },
      token: open,
    });
    await eventually(async () => {
      const progress = await world.server.call(readListExport, { params: list, token: open });
      expect(progress.data.state).toBe('done');
    });
    const fetched = async () => [
      (await world.server.call(fetchExport, { params: { dataKey }, token: open })).errCode,
      (await world.server.call(fetchListExport, { params: list, token: open })).errCode,
    ];
    await hide(hidden, ROLE + 1);
    expect(await fetched()).toEqual(['EXPORT_BEYOND_ACCESS', 'EXPORT_BEYOND_ACCESS']);
    expect(quotes(await world.server.call(listRecentExports, { token: open }))).toBe(false);
    await hide([], ROLE + 1);
    expect(await fetched()).toEqual([null, null]);
  });
});

describe('the check for duplicates', () => {
  it('takes what is hidden as missing, and tells it of no other case', async () => {
    const { roles } = world.server.deps.catalogue.whole;
    const person = [
      itemValue(hidden[0] ?? '', [], PATIENT),
      itemValue(roles['birthDate'] ?? '', [], '19440102'),
      itemValue(roles['hospitalRecord'] ?? '', [], 'H-1944-7'),
    ];
    const twins = [await world.aCase(1), await world.aCase(1)] as const;
    for (const { caseKey: key } of twins) {
      await world.save(key, 'DM', person);
      await world.save(key, 'CI', [itemValue(roles['typeOfReport'] ?? '', [], '1')]);
    }
    await hide([...hidden, roles['typeOfReport'] ?? '']);
    const check = async (token: string) => {
      const { data } = await world.server.call(listDuplicates, {
        body: { caseKey: twins[0].caseKey },
        token,
      });
      return { ...data, twin: data.listInfo.find((one) => one.caseKey === twins[1].caseKey) };
    };
    const [all, some] = [await check(open), await check(limited)];
    await hide(hidden);
    expect(some.emptyItems).toEqual(expect.arrayContaining([...all.emptyItems, 'Patient name or initials']));
    expect(all.emptyItems).not.toContain('Patient name or initials');
    expect(all.twin).toMatchObject({ patientName: PATIENT, reportType: expect.any(String) });
    expect(some.twin).toMatchObject({ patientName: null, reportType: null });
  });
});
