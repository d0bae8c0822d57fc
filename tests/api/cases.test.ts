import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCase,
  generateCaseNumber,
  listCases,
  listPages,
  listVersions,
  readCaseAudit,
  readCaseId,
  readFindings,
  readPage,
  readReceivers,
  readPageRow,
  readSettings,
  readWorkflow,
  savePage,
  saveSettingsPart,
  setCaseStatus,
  verifyCaseAudit,
  type Call,
} from '../../shared/contract/index.ts';
import { insertCase } from '../../server/cases/lifecycle/insertCase.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { caseKeyOf, showAllColumns } from './caseRows.ts';
import { LATER, SIGNATURE, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
/** a user who works for the second sender only */
let limited: string;
beforeAll(async () => {
  world = await startCaseWorld();
  limited = await world.userOfSender('only.second', 2);
  await showAllColumns(world.server, world.editor);
});
afterAll(() => world.server.stop());

const list = (query: Record<string, unknown> = {}, token = world.editor) =>
  world.server.call(listCases, { query: { rowCount: 100, ...query }, token });
const keysOf = async (query: Record<string, unknown>, token?: string) =>
  (await list(query, token)).data.listInfo.map(caseKeyOf);

describe('a new case', () => {
  it('gets the next number of the year, and one of its own however many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => world.aCase()));
    const numbers = made
      .map(({ caseNo }) => Number(/^CASE-\d{4}-(\d{5})$/.exec(caseNo)?.[1]))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 6 }, (_, at) => (numbers[0] ?? 0) + at));
    expect(new Set(made.map(({ caseKey }) => caseKey)).size).toBe(6);
  });

  it('belongs to a sender that the user may work for', async () => {
    expect(await world.server.call(addCase, { body: { senderKey: 1 }, token: limited })).toMatchObject({
      status: 403,
    });
    expect(await world.server.call(addCase, { body: { senderKey: 99 }, token: world.editor })).toMatchObject({
      errCode: 'NO_SENDER',
    });
    const { data } = await world.server.call(addCase, { body: {}, token: limited });
    expect((await list({ keyword: data.caseNo })).data.listInfo).toMatchObject([
      { cells: { sender: 'Hanbit Pharma Europe, Basel' } },
    ]);
  });
});

describe('a new case of a sponsor that has it prefilled', () => {
  const setNewCase = async (newCase: 'empty' | 'prefilled') => {
    const call = { params: { sponsorKey: 1 }, token: world.second };
    const { setAt, values } = (await world.server.call(readSettings, call)).data.parts.editing;
    const body = { values: { ...values, newCase }, setAt, reason: 'Test' };
    const params = { ...call.params, part: 'editing' as const };
    expect((await world.server.call(saveSettingsPart, { ...call, params, body })).status).toBe(200);
  };
  const textsOf = async (caseKey: number, page: string) =>
    new Map((await world.page(caseKey, page)).data.values.map(({ itemId, value }) => [itemId, value]));

  it('begins with what the system knows, in a trail that verifies', async () => {
    await setNewCase('prefilled');
    const { caseKey, caseNo } = await world.aCase();
    const texts = await textsOf(caseKey, 'CI');
    expect(texts.get('C.1.1')).toMatch(new RegExp(`^KR-.+-${caseNo}$`));
    expect(texts.get('C.1.8.1')).toBe(texts.get('C.1.1'));
    expect(texts.get('C.1.2')).toMatch(/^\d{14}\+0000$/);
    expect(texts.get('C.1.8.2')).toBe('2');
    expect(texts.has('C.1.4')).toBe(false);
    const sender = await textsOf(caseKey, 'SD');
    expect([sender.get('C.3.2'), sender.get('C.3.4.8')]).toEqual([
      'Hanbit Pharma, Seoul',
      'safety@hanbit.example',
    ]);
    const call = { params: { caseKey }, token: world.editor };
    expect(await world.server.call(generateCaseNumber, { ...call, body: {} })).toMatchObject({
      errCode: 'CASE_NUMBER_ALREADY_GENERATED',
    });
    expect((await world.server.call(verifyCaseAudit, call)).data).toMatchObject({ whole: true });
  });

  it('knows more of what was typed, and leaves out what the authority of the region wants blank', async () => {
    const rowAt = (group: string) => ({
      group,
      rowId: randomUUID(),
      rowNo: 1,
      rowNo2: 0,
      rowNo3: 0,
      sort: 1,
      deleted: false,
    });
    const content = {
      rows: [rowAt('G.k'), rowAt('E.i')],
      values: [
        itemValue('D.1', [], 'Z.Q.'),
        itemValue('C.1.5', [], '20261120'),
        itemValue('G.k.2.2', [1], 'Velanorix'),
        itemValue('E.i.1.1a', [1], 'itchy rash'),
      ],
    };
    const added = async (appendix: string) => {
      const call = { body: { content }, query: { appendix }, token: world.editor };
      return (await world.server.call(addCase, call)).data.caseKey;
    };
    const inUs = await added('US');
    expect((await textsOf(inUs, 'CI')).get('C.1.4')).toBe('20261120');
    expect((await textsOf(inUs, 'CI')).get('C.1.6.1')).toBe('false');
    const row = { params: { caseKey: inUs, page: 'AE', rowNo: 1 }, token: world.editor };
    const reaction = await world.server.call(readPageRow, row);
    const given = new Map(reaction.data.values.map(({ itemId, value }) => [itemId, value]));
    expect([given.get('E.i.1.1b'), given.get('E.i.2.1a')]).toEqual([
      'eng',
      expect.stringMatching(/^\d+\.\d$/),
    ]);
    const read = { params: { caseKey: inUs }, query: { appendix: 'US' }, token: world.editor };
    const counts = (await world.server.call(readReceivers, read)).data.listInfo;
    expect(counts.find(({ receiverName }) => receiverName === 'FDA')?.errors).toBeLessThanOrEqual(10);
    const inEu = await textsOf(await added('EU'), 'SD');
    expect([inEu.has('C.3.2'), inEu.has('C.3.3.3'), inEu.has('C.3.4.1')]).toEqual([true, false, false]);
  });

  it('is empty where the sponsor did not set it', async () => {
    await setNewCase('empty');
    expect((await textsOf((await world.aCase()).caseKey, 'CI')).size).toBe(0);
  });
});

describe('a case of another sender', () => {
  const calls: [string, Call, object][] = [
    ['readCaseId', readCaseId, {}],
    ['listVersions', listVersions, {}],
    ['listPages', listPages, {}],
    ['readPage', readPage, { params: { page: 'DM' } }],
    ['readFindings', readFindings, {}],
    ['readCaseAudit', readCaseAudit, {}],
    ['readWorkflow', readWorkflow, {}],
    [
      'savePage',
      savePage,
      { params: { page: 'DM' }, body: { reason: 'x', retrievedAt: LATER, changes: [] } },
    ],
    [
      'setCaseStatus',
      setCaseStatus,
      { body: { statusId: 'LOCK', status: 'Y', reason: 'x', retrievedAt: LATER, signature: SIGNATURE } },
    ],
  ];

  it.each(calls)('is as good as none for %s', async (_name, call, input) => {
    const { caseKey } = await world.aCase(1);
    const params = { caseKey, ...(input as { params?: object }).params };
    const hidden = await world.server.call(call, { ...input, params, token: limited });
    const missing = await world.server.call(call, {
      ...input,
      params: { ...params, caseKey: 999_999 },
      token: world.editor,
    });
    expect(hidden).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
    expect(hidden.errMsg).toBe(missing.errMsg);
  });

  it('is in no list', async () => {
    const [hidden, seen] = [await world.aCase(1), await world.aCase(2)];
    const keys = await keysOf({}, limited);
    expect(keys).toContain(seen.caseKey);
    expect(keys).not.toContain(hidden.caseKey);
  });
});

describe('the list', () => {
  it('shows codes in words of the language, and follows every save', async () => {
    const { caseKey, caseNo } = await world.aCase();
    await world.save(caseKey, 'CI', [
      itemValue('C.1.3', [], '1'),
      itemValue('C.1.4', [], '20240105'),
      itemValue('C.1.5', [], '202402'),
      itemValue('C.1.1', [], 'KR-HB-77'),
    ]);
    await world.save(caseKey, 'DM', [
      itemValue('D.1', [], 'Y.S.'),
      itemValue('D.2.2a', [], '45'),
      itemValue('D.2.2b', [], 'a'),
      itemValue('D.5', [], '2'),
    ]);
    await world.save(
      caseKey,
      'AE',
      [
        itemValue('E.i.1.1a', [0], 'Schwindel'),
        itemValue('E.i.3.2c', [0], 'true'),
        itemValue('E.i.4', [0], '2024'),
        itemValue('E.i.9', [0], 'DE'),
      ],
      { rowNo: 0 },
    );
    await world.save(caseKey, 'DG', [itemValue('G.k.1', [0], '2'), itemValue('G.k.2.2', [0], 'Other')], {
      rowNo: 0,
    });
    await world.save(caseKey, 'DG', [itemValue('G.k.1', [0], '1'), itemValue('G.k.2.2', [0], 'Velanorix')], {
      rowNo: 0,
    });
    const [row] = (await list({ keyword: caseNo })).data.listInfo;
    expect(row).toMatchObject({
      rowKey: String(caseKey),
      delFlag: 'N',
      link: `case/${caseKey}/detail`,
      cells: {
        caseNo,
        versionNo: '0',
        reportType: 'Spontaneous Report',
        patientName: 'Y.S.',
        sex: 'Female',
        productName: 'Velanorix',
        aeTerm: 'Schwindel',
        aeStartDate: '2024',
        country: 'Germany',
        serious: 'Yes',
        firstReceived: '20240105',
        mostRecent: '202402',
        workflowStatus: 'Saved',
        sender: 'Hanbit Pharma, Seoul',
        updatedBy: expect.stringContaining('Mina Park') as string,
      },
      codes: { country: ['DE'] },
    });
    const [korean] = (await list({ keyword: caseNo, language: 'ko' })).data.listInfo;
    expect(korean?.cells['country']).toMatch(/\p{Script=Hangul}/u);
  });

  it.each([
    ['the case number', (one: { caseNo: string }) => one.caseNo.toLowerCase()],
    ['two Korean characters', () => '두통'],
    ['one character', () => '팁'],
    ['another form of the same characters', () => 'ｖｅｌａＮＯＲ'],
    ['several words in any order', () => 'kr-hb-9 VELANORIX'],
  ])('is searched by %s', async (_what, keyword) => {
    const one = await world.aCase();
    await world.save(one.caseKey, 'AE', [itemValue('E.i.1.1a', [0], '심한 두통팁')], { rowNo: 0 });
    await world.save(one.caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix')], { rowNo: 0 });
    await world.save(one.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-HB-99')]);
    const other = await world.aCase();
    await world.save(other.caseKey, 'AE', [itemValue('E.i.1.1a', [0], '통두')], { rowNo: 0 });
    const found = await keysOf({ keyword: keyword(one) });
    expect(found).toContain(one.caseKey);
    expect(found).not.toContain(other.caseKey);
  });

  it.each(['%', '_', "'", '\\', '두통 nobody-has-this'])('takes %s as it is written', async (keyword) => {
    expect(await list({ keyword })).toMatchObject({ status: 200, data: { listInfo: [] } });
  });

  it('is in a firm order by every column, empty values last, on every page', async () => {
    const columns = await showAllColumns(world.server, world.editor);
    const sortable = columns.filter((column) => column.sortable === 'Y').map(({ columnId }) => columnId);
    expect(sortable).toEqual(expect.arrayContaining(['caseNo', 'country', 'dueDate', 'updatedAt']));
    for (const sort of sortable) {
      for (const direction of ['asc', 'desc']) {
        const { listInfo } = (await list({ sort, direction })).data;
        const whole = listInfo.map(caseKeyOf);
        const pages: number[] = [];
        for (let pageNo = 1; pages.length < whole.length; pageNo += 1) {
          const { data } = await list({ sort, direction, pageNo, rowCount: 15 });
          expect(data.pageInfo).toMatchObject({
            pageNo,
            rowCount: 15,
            totalCount: whole.length,
            totalPage: Math.ceil(whole.length / 15),
          });
          pages.push(...data.listInfo.map(caseKeyOf));
        }
        expect(pages, sort).toEqual(whole);
        const empty = listInfo.map(({ cells }) => !cells[sort]);
        expect(empty, sort).toEqual(empty.toSorted());
      }
    }
  });

  it('shows struck cases only where they are asked for', async () => {
    const { caseKey } = await world.aCase();
    await world.status(caseKey, 'DELETE', 'Y');
    expect(await keysOf({})).not.toContain(caseKey);
    expect(await keysOf({ deleted: 'Y' })).toContain(caseKey);
    expect(await keysOf({ deleted: 'ALL' })).toContain(caseKey);
  });

  it('is the first 20 rows where nothing else is asked', async () => {
    expect((await world.server.call(listCases, { token: world.editor })).data.pageInfo).toMatchObject({
      menuId: 'MU-CS',
      pageNo: 1,
      rowCount: 20,
    });
  });
});

describe('the status of a case', () => {
  it('is toggled, each time with its reason in the audit trail', async () => {
    const { caseKey } = await world.aCase();
    expect((await world.status(caseKey, 'REVIEW', 'Y')).data).toMatchObject({
      reviewed: true,
      locked: false,
      deleted: false,
    });
    expect((await world.status(caseKey, 'LOCK', 'Y')).data).toMatchObject({ reviewed: true, locked: true });
    expect((await world.status(caseKey, 'LOCK', 'N')).data).toMatchObject({
      locked: false,
      caseWorkflowStatus: 'SAVED',
      caseWorkflowLabel: 'Saved',
    });
    const entries = (await world.audit(caseKey)).filter(({ action }) => action === 'status');
    expect(
      entries.map(({ itemLabel, oldValue, value, reason }) => [itemLabel, oldValue, value, reason]),
    ).toEqual([
      ['Lock', 'Y', 'N', 'Test'],
      ['Lock', 'N', 'Y', 'Test'],
      ['Review', 'N', 'Y', 'Test'],
    ]);
    expect(
      (await world.server.call(readCaseId, { params: { caseKey }, token: world.reader })).data.status
        .reviewed,
    ).toBe(true);
  });

  it.each([
    ['a review of a locked case', 'LOCK', 'REVIEW'],
    ['the deletion of a locked case', 'LOCK', 'DELETE'],
    ['a lock of a deleted case', 'DELETE', 'LOCK'],
  ])('does not allow %s', async (_what, first, then) => {
    const { caseKey } = await world.aCase();
    await world.status(caseKey, first, 'Y');
    expect(await world.status(caseKey, then, 'Y')).toMatchObject({ status: 409, errCode: 'STATUS_REFUSED' });
  });

  it('says so where it stands so already, and where somebody else was faster', async () => {
    const { caseKey } = await world.aCase();
    const { data } = await world.page(caseKey, 'DM');
    expect(await world.status(caseKey, 'LOCK', 'N')).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    await world.status(caseKey, 'REVIEW', 'Y');
    const body = {
      statusId: 'LOCK',
      status: 'Y',
      reason: 'x',
      retrievedAt: data.retrievedAt,
      signature: SIGNATURE,
    };
    const late = await world.server.call(setCaseStatus, { params: { caseKey }, body, token: world.editor });
    expect(late).toMatchObject({
      status: 409,
      errCode: 'STATUS_CHANGED',
      details: { status: { reviewed: true }, changedBy: 'Seo Ha-neul' },
    });
    expect(late.errMsg).toMatch(
      /Seo Ha-neul changed the status in the meantime \(\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\)/,
    );
  });

  it('has one winner when many set it at once', async () => {
    const { caseKey } = await world.aCase();
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.status(caseKey, 'LOCK', 'Y')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not for readers', async () => {
    const { caseKey } = await world.aCase();
    expect(await world.status(caseKey, 'LOCK', 'Y', world.reader)).toMatchObject({ status: 403 });
  });
});

describe('a further version', () => {
  it('takes the place of the one before, which is kept and frozen', async () => {
    const { caseKey, caseNo } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A'), itemValue('D.4', [], '170')]);
    const version = await inSponsor(world.server.db, 1, (trx) =>
      insertCase(trx, world.server.deps, {
        sponsorKey: 1,
        senderKey: 1,
        user: { userKey: null, userId: 'import', userName: 'Import' },
        content: { values: [itemValue('D.1', [], 'B'), itemValue('D.4', [], '170')], rows: [] },
        residue: [],
        reason: 'Follow-up received',
        source: 'import',
        followUpOf: caseKey,
        at: world.server.clock.now(),
      }),
    );
    expect(version).toMatchObject({ caseNo, versionNo: 2 });
    expect((await list({ keyword: caseNo })).data.listInfo).toMatchObject([
      { rowKey: String(version.caseKey), cells: { versionNo: '1', patientName: 'B' } },
    ]);
    const { data } = await world.server.call(listVersions, { params: { caseKey }, token: world.reader });
    expect(data.listInfo.map((one) => [one.caseKey, one.versionNo])).toEqual([
      [version.caseKey, 2],
      [caseKey, 1],
    ]);
    expect((await world.page(caseKey, 'DM')).data).toMatchObject({
      readOnly: 'superseded',
      values: [{ value: 'A' }, { value: '170' }],
    });
    expect(await world.save(caseKey, 'DM', [itemValue('D.1', [], 'C')])).toMatchObject({
      errCode: 'CASE_READ_ONLY',
      details: { why: 'superseded' },
    });
    expect(await world.status(caseKey, 'LOCK', 'Y')).toMatchObject({ errCode: 'STATUS_REFUSED' });
    expect(await world.save(version.caseKey, 'DM', [itemValue('D.1', [], 'C')])).toMatchObject({
      status: 200,
    });
    // one history: an entry for each difference from the previous version
    const entries = (await world.audit(version.caseKey, { page: 'DM' })).map((one) => [
      one.itemId,
      one.action,
      one.oldValue,
      one.value,
    ]);
    expect(entries).toEqual([
      ['D.1', 'change', 'B', 'C'],
      ['D.1', 'import', 'A', 'B'],
      ['D.1', 'add', null, 'A'],
      ['D.4', 'add', null, '170'],
    ]);
  });
});
