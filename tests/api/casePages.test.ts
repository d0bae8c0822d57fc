import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import {
  downloadReport,
  readCaseAudit,
  readFindings,
  readReceivers,
  readRowFile,
  readSummary,
  setRowStatus,
  uploadFile,
} from '../../shared/contract/index.ts';
import { LATER, pagesOf, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { untilWaitedFor } from './harness.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
});
afterAll(() => world.server.stop());

const uuid = () => crypto.randomUUID();
const nested = (group: string, path: number[], more = {}) => {
  const { rowNo, rowNo2, rowNo3 } = addressAt('', path);
  return { group, rowNo, rowNo2, rowNo3, rowId: uuid(), sort: path.at(-1) ?? 0, deleted: false, ...more };
};
const addDrug = async (caseKey: number, name: string) =>
  (await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], name)], { rowNo: 0 })).data.rowNo;
const strike = (caseKey: number, page: string, rowNos: number[], status = 'Y', retrievedAt = LATER) =>
  world.server.call(setRowStatus, {
    params: { caseKey, page },
    body: { rowNos, status, reason: 'Wrong row', retrievedAt },
    token: world.editor,
  });

describe('saving a page', () => {
  it('gives back what was saved, and who saved it', async () => {
    const { caseKey } = await world.aCase();
    expect((await world.page(caseKey, 'DM')).data).toMatchObject({
      values: [],
      saved: 'N',
      readOnly: null,
      rowNo: 0,
    });
    const changes = [
      itemValue('D.1', [], { value: 'A.B.', notation: '가나' }),
      itemValue('D.2.1', [], { nullFlavor: 'MSK' }),
    ];
    const saved = await world.save(caseKey, 'DM', changes);
    expect(saved).toMatchObject({ status: 200, data: { rowNo: 0, changed: 2 } });
    const { data } = await world.page(caseKey, 'DM');
    expect(data).toMatchObject({ values: changes, saved: 'Y', retrievedAt: saved.data.retrievedAt });
    expect((await pagesOf(world, caseKey)).pages.filter(({ saved: flag }) => flag === 'Y')).toEqual([
      { page: 'DM', rows: 0, saved: 'Y' },
    ]);
  });

  it('refuses every change when it refuses one, and names each', async () => {
    const { caseKey } = await world.aCase();
    const answer = await world.save(caseKey, 'DM', [
      itemValue('D.1', [], 'good'),
      itemValue('D.2.1', [], '20240230'),
      itemValue('C.1.3', [], '1'),
      itemValue('D.1', [], { nullFlavor: 'XXX' }),
    ]);
    expect(answer).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
    expect(answer.details).toMatchObject([
      { itemId: 'D.2.1', rowNo: 0, ruleId: 'date.noSuchDay', message: expect.stringContaining('2024') },
      { itemId: 'C.1.3', ruleId: 'item.otherPage' },
      { itemId: 'D.1', ruleId: 'item.twice' },
    ]);
    expect((await world.page(caseKey, 'DM')).data).toMatchObject({ values: [], saved: 'N' });
    expect(await world.audit(caseKey)).toHaveLength(1);
  });

  it('takes codes outside of their list: they are findings', async () => {
    const { caseKey } = await world.aCase();
    expect(await world.save(caseKey, 'CI', [itemValue('C.1.3', [], '9')])).toMatchObject({ status: 200 });
    const { data } = await world.server.call(readFindings, { params: { caseKey }, token: world.reader });
    expect(data.findings).toContainEqual(
      expect.objectContaining({ itemId: 'C.1.3', ruleId: 'code.unknown' }),
    );
  });

  it('says so where nothing differs', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')]);
    const before = (await world.page(caseKey, 'DM')).data.retrievedAt;
    expect(
      await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A'), itemValue('D.4', [], '')]),
    ).toMatchObject({
      status: 422,
      errCode: 'NO_MODIFIED_DATA',
      errMsg: 'There is no modified data',
    });
    expect((await world.page(caseKey, 'DM')).data.retrievedAt).toBe(before);
  });

  it.each([
    ['LOCK', 'locked'],
    ['DELETE', 'deleted'],
  ])('is refused after %s', async (statusId, why) => {
    const { caseKey } = await world.aCase();
    await world.status(caseKey, statusId, 'Y');
    expect((await world.page(caseKey, 'DM')).data.readOnly).toBe(why);
    expect(await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')])).toMatchObject({
      status: 409,
      errCode: 'CASE_READ_ONLY',
      details: { why },
    });
    expect((await world.page(caseKey, 'DM')).data.values).toEqual([]);
  });

  it('is for those with the privilege', async () => {
    const { caseKey } = await world.aCase();
    expect((await world.page(caseKey, 'DM', world.reader)).data.readOnly).toBe('noPrivilege');
    expect(
      await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { token: world.reader }),
    ).toMatchObject({
      status: 403,
    });
  });

  it('takes only files that were uploaded, and hands out nothing where there is none', async () => {
    const { caseKey } = await world.aCase();
    const value = 'a'.repeat(64);
    const answer = await world.save(
      caseKey,
      'LR',
      [itemValue('C.4.r.2', [0], { value, properties: { fileKey: value } })],
      { rowNo: 0 },
    );
    expect(answer).toMatchObject({ status: 422, details: [{ itemId: 'C.4.r.2', ruleId: 'file.unknown' }] });
    const file = {
      params: { caseKey, page: 'LR', rowNo: 1 },
      query: { itemId: 'C.4.r.2' },
      token: world.editor,
    };
    expect(await world.server.call(readRowFile, file)).toMatchObject({
      status: 404,
      errCode: 'FILE_NOT_FOUND',
    });
  });

  it.each(['RE', 'XX', 'AE'])('is not for %s as one form', async (page) => {
    const { caseKey } = await world.aCase();
    expect(await world.save(caseKey, page, [itemValue('D.1', [], 'A')])).toMatchObject({
      status: 404,
      errCode: 'PAGE_NOT_FOUND',
    });
  });
});

describe('an attached file', () => {
  it('is handed out under its name to whoever may read the case, and that is noted', async () => {
    const { caseKey } = await world.aCase();
    const { data: properties } = await world.server.call(uploadFile, {
      params: { sponsorKey: 1 },
      file: { name: '논문.pdf', type: 'application/pdf', bytes: '%PDF-1.7 논문' },
      token: world.editor,
    });
    const change = itemValue('C.4.r.2', [0], { value: properties.fileKey, properties });
    const { rowNo } = (await world.save(caseKey, 'LR', [change], { rowNo: 0 })).data;
    expect((await world.row(caseKey, 'LR', rowNo)).data.values).toEqual([{ ...change, rowNo, properties }]);
    const request = {
      params: { caseKey, page: 'LR', rowNo },
      query: { itemId: 'C.4.r.2' },
      token: world.reader,
    };
    const statusOf = async (isSaved: string) =>
      (await world.server.call(readRowFile, { ...request, query: { ...request.query, isSaved } })).status;
    expect([await statusOf(''), await statusOf('Y'), await statusOf('true')]).toEqual([200, 200, 200]);
    expect([await statusOf('N'), await statusOf('false'), await statusOf('perhaps')]).toEqual([
      404, 404, 400,
    ]);
    const answer = await world.server.call(readRowFile, request);
    expect([answer.status, answer.bytes.toString(), answer.headers.get('content-type')]).toEqual([
      200,
      '%PDF-1.7 논문',
      'application/pdf',
    ]);
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('논문.pdf');
    expect((await world.audit(caseKey))[0]).toMatchObject({
      action: 'download',
      itemId: 'C.4.r.2',
      userId: 'case.reader',
    });
  });
});

describe('two people', () => {
  it('may change different items of a page, and both stand', async () => {
    const { caseKey } = await world.aCase();
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { retrievedAt });
    expect(
      await world.save(caseKey, 'DM', [itemValue('D.4', [], '170')], { retrievedAt, token: world.second }),
    ).toMatchObject({ status: 200 });
    const { values } = (await world.page(caseKey, 'DM')).data;
    expect(values.map(({ itemId, value }) => [itemId, value])).toEqual([
      ['D.1', 'A'],
      ['D.4', '170'],
    ]);
  });

  it('are told what the other has written, and nothing of theirs is stored', async () => {
    const { caseKey } = await world.aCase();
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    const first = await world.save(caseKey, 'DM', [itemValue('D.1', [], { value: 'A', notation: '가' })], {
      retrievedAt,
    });
    const late = await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B'), itemValue('D.4', [], '170')], {
      retrievedAt,
      token: world.second,
    });
    expect(late).toMatchObject({ status: 409, errCode: 'CASE_CHANGED' });
    expect(late.details).toEqual([
      {
        ...addressAt('D.1', []),
        value: 'A',
        nullFlavor: null,
        notation: '가',
        changedBy: 'case.editor',
        changedByName: 'Mina Park',
        changedAt: first.data.retrievedAt,
      },
    ]);
    expect((await world.page(caseKey, 'DM')).data.values).toHaveLength(1);
    const again = await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B')], {
      retrievedAt: first.data.retrievedAt,
      token: world.second,
    });
    expect(again.status).toBe(200);
  });

  it('cannot both win the same item, however many save at once', async () => {
    const { caseKey } = await world.aCase();
    for (let round = 1; round <= 5; round += 1) {
      const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          world.save(caseKey, 'DM', [itemValue('D.1', [], `round ${round}, ${at}`)], {
            retrievedAt,
            token: at % 2 ? world.editor : world.second,
          }),
        ),
      );
      const winners = answers.flatMap(({ status }, at) => (status === 200 ? at : []));
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ errCode }) => errCode === 'CASE_CHANGED')).toHaveLength(7);
      expect((await world.page(caseKey, 'DM')).data.values[0]?.value).toBe(`round ${round}, ${winners[0]}`);
    }
    expect(await world.audit(caseKey, { page: 'DM' })).toHaveLength(5);
  });
});

describe('rows of a page', () => {
  it('get numbers one after the other, also when many are added at once, and no number twice', async () => {
    const { caseKey } = await world.aCase();
    const numbers = await Promise.all(Array.from({ length: 8 }, (_, at) => addDrug(caseKey, `Drug ${at}`)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await strike(caseKey, 'DG', [8])).toMatchObject({ status: 200 });
    expect(await addDrug(caseKey, 'Drug 9')).toBe(9);
  });

  it('are empty under number 0, which nothing adds but a save that says something', async () => {
    const { caseKey } = await world.aCase();
    expect((await world.row(caseKey, 'AE', 0)).data).toMatchObject({
      rowNo: 0,
      values: [],
      rows: [],
      previousRowNo: null,
      nextRowNo: null,
      rowPosition: null,
      rowCount: 0,
    });
    expect(await world.save(caseKey, 'AE', [], { rowNo: 0 })).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    expect((await pagesOf(world, caseKey)).pages).toContainEqual({ page: 'AE', rows: 0, saved: 'N' });
  });

  it('are gone through in order, struck ones too', async () => {
    const { caseKey } = await world.aCase();
    for (const name of ['A', 'B', 'C']) await addDrug(caseKey, name);
    await strike(caseKey, 'DG', [2]);
    expect((await world.row(caseKey, 'DG', 2)).data).toMatchObject({
      readOnly: 'rowDeleted',
      previousRowNo: 1,
      nextRowNo: 3,
      rowPosition: 2,
      rowCount: 3,
    });
    expect((await world.row(caseKey, 'DG', 1, { move: 'next' })).data.rowNo).toBe(2);
    expect((await world.row(caseKey, 'DG', 3, { move: 'previous' })).data.rowNo).toBe(2);
    expect((await world.row(caseKey, 'DG', 0)).data.previousRowNo).toBe(3);
    expect(await world.row(caseKey, 'DG', 3, { move: 'next' })).toMatchObject({
      status: 404,
      errCode: 'ROW_NOT_FOUND',
    });
    expect(await world.row(caseKey, 'DG', 4)).toMatchObject({ status: 404 });
  });

  it('take no change while struck, and stand again when restored', async () => {
    const { caseKey } = await world.aCase();
    const rowNo = await addDrug(caseKey, 'A');
    await strike(caseKey, 'DG', [rowNo]);
    expect(await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [rowNo], 'B')], { rowNo })).toMatchObject({
      status: 422,
      details: [{ ruleId: 'row.deleted' }],
    });
    expect(await strike(caseKey, 'DG', [rowNo], 'N')).toMatchObject({ status: 200 });
    expect(await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [rowNo], 'B')], { rowNo })).toMatchObject({
      status: 200,
    });
  });

  it('are struck all or none', async () => {
    const { caseKey } = await world.aCase();
    const { retrievedAt } = (await world.row(caseKey, 'DG', 0)).data;
    const rowNo = await addDrug(caseKey, 'A');
    expect(await strike(caseKey, 'DG', [rowNo, 7])).toMatchObject({ status: 404, errCode: 'ROW_NOT_FOUND' });
    expect(await strike(caseKey, 'DG', [rowNo], 'Y', retrievedAt)).toMatchObject({
      status: 409,
      errCode: 'CASE_CHANGED',
    });
    const summary = await world.server.call(readSummary, {
      params: { caseKey, page: 'DG' },
      token: world.reader,
    });
    expect(summary.data.rows).toMatchObject([
      { rowNo, deleted: false, values: { 'G.k.2.2': { value: 'A', nullFlavor: null } } },
    ]);
    expect(await strike(caseKey, 'DG', [rowNo], 'N')).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
  });

  it('inside a row are added with it, and next to what somebody else has added meanwhile', async () => {
    const { caseKey } = await world.aCase();
    const first = await world.save(caseKey, 'DG', [itemValue('G.k.4.r.1a', [0, 1], '5')], {
      rowNo: 0,
      rows: [nested('G.k.4.r', [0, 1])],
    });
    const { rowNo, retrievedAt } = first.data;
    const add = (amount: string, token: string) =>
      world.save(caseKey, 'DG', [itemValue('G.k.4.r.1a', [rowNo, 2], amount)], {
        rowNo,
        retrievedAt,
        token,
        rows: [nested('G.k.4.r', [rowNo, 2])],
      });
    const answers = await Promise.all([add('6', world.editor), add('7', world.second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = await world.row(caseKey, 'DG', rowNo);
    expect(data.rows.filter(({ group }) => group === 'G.k.4.r').map(({ rowNo2 }) => rowNo2)).toEqual([
      1, 2, 3,
    ]);
    expect(
      data.values
        .map(({ rowNo2, value }) => [rowNo2, value])
        .sort()
        .map(([, value]) => value)
        .sort(),
    ).toEqual(['5', '6', '7']);
    expect(data.rows).toContainEqual(expect.objectContaining({ group: 'G.k', rowNo, rowNo2: 0 }));
  });

  it('of another page are spoken of by their number, with a label', async () => {
    const { caseKey } = await world.aCase();
    const reaction = [itemValue('E.i.1.1a', [0], '두통'), itemValue('E.i.2.1b', [0], '10019211')];
    expect((await world.save(caseKey, 'AE', reaction, { rowNo: 0 })).data.rowNo).toBe(1);
    const rowNo = await addDrug(caseKey, 'A');
    expect((await world.row(caseKey, 'DG', rowNo)).data.references).toMatchObject([
      {
        group: 'E.i',
        rowNo: 1,
        label: '두통',
        deleted: false,
        rowId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(
      await world.save(caseKey, 'DG', [itemValue('G.k.9.i.4', [rowNo, 1], '1')], { rowNo }),
    ).toMatchObject({
      status: 200,
    });
    expect(
      await world.save(caseKey, 'DG', [itemValue('G.k.9.i.4', [rowNo, 2], '1')], { rowNo }),
    ).toMatchObject({
      status: 422,
    });
    await strike(caseKey, 'AE', [1]);
    expect((await world.row(caseKey, 'DG', rowNo)).data.references).toMatchObject([{ deleted: true }]);
    expect(
      await world.save(caseKey, 'DG', [itemValue('G.k.9.i.4', [rowNo, 1], '2')], { rowNo }),
    ).toMatchObject({
      details: [{ ruleId: 'row.deleted' }],
    });
  });
});

describe('a page that is read while it is saved', () => {
  it('is what it was when the case was read', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'before')]);
    const { reading } = await world.query(async (trx) => {
      await sql`lock table case_page_row`.execute(trx);
      const reading = world.page(caseKey, 'DM');
      await untilWaitedFor(trx);
      await sql`
        update case_page_row set items = replace(items::text, 'before', 'after')::jsonb
        where sponsor_key = 1 and case_key = ${caseKey} and page = 'DM'`.execute(trx);
      return { reading };
    });
    expect((await reading).data.values).toMatchObject([{ value: 'before' }]);
    expect((await world.page(caseKey, 'DM')).data.values).toMatchObject([{ value: 'after' }]);
  });
});

describe('blinded items', () => {
  it('are shown to those with the flag, and change for them alone', async () => {
    const { caseKey } = await world.aCase();
    const rowNo = await addDrug(caseKey, 'A');
    const change = [itemValue('FDA.G.k.10a', [rowNo], '1')];
    expect(await world.save(caseKey, 'DG', change, { rowNo })).toMatchObject({
      status: 422,
      details: [{ ruleId: 'item.hidden' }],
    });
    expect(await world.save(caseKey, 'DG', change, { rowNo, token: world.second })).toMatchObject({
      status: 200,
    });
    expect((await world.row(caseKey, 'DG', rowNo)).data.values.map(({ itemId }) => itemId)).toEqual([
      'G.k.2.2',
    ]);
    expect((await world.audit(caseKey))[0]).toMatchObject({
      itemId: 'FDA.G.k.10a',
      action: 'add',
      value: null,
    });
    const message = async (token: string) => {
      const request = { params: { caseKey, reportId: 'XML' }, query: { receiver: 'FDA' }, token };
      return (await world.server.call(downloadReport, request)).bytes.toString();
    };
    expect(await message(world.second)).toContain('2.16.840.1.113883.3.989.5.1.2.1.1.7');
    expect(await message(world.editor)).not.toContain('2.16.840.1.113883.3.989.5.1.2.1.1.7');
    // a hidden value is not found either, so that it cannot be guessed
    const found = async (token: string) => {
      const request = { params: { caseKey }, query: { keyword: '1', page: 'DG' }, token };
      return (await world.server.call(readCaseAudit, request)).data.listInfo.map(({ itemId }) => itemId);
    };
    expect(await found(world.second)).toContain('FDA.G.k.10a');
    expect(await found(world.reader)).not.toContain('FDA.G.k.10a');
  });
});

describe('receivers', () => {
  it('are the standard and the authorities of all regions, each with what its rules find', async () => {
    const { caseKey } = await world.aCase();
    const { data } = await world.server.call(readReceivers, {
      params: { caseKey },
      query: { language: 'ko' },
      token: world.reader,
    });
    expect(data.listInfo.map(({ receiverName, region }) => [receiverName, region])).toEqual([
      ['ICH', 'NA'],
      ['NMPA', 'CN'],
      ['EMA', 'EU'],
      ['PMDA', 'JP'],
      ['MFDS', 'KR'],
      ['FDA', 'US'],
    ]);
    for (const { receiverName, region, errors } of data.listInfo) {
      expect(errors).toBeGreaterThan(0);
      for (const receiver of [receiverName, region]) {
        const found = await world.server.call(readFindings, {
          params: { caseKey },
          query: { receiver },
          token: world.reader,
        });
        expect(found.data.findings.filter(({ severity }) => severity === 'error')).toHaveLength(errors);
      }
    }
  });

  it('nobody knows are refused', async () => {
    const { caseKey } = await world.aCase();
    const request = { params: { caseKey }, query: { receiver: 'MARS' }, token: world.reader };
    expect(await world.server.call(readFindings, request)).toMatchObject({ status: 404 });
  });
});
