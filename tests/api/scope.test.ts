/** Row scope on the server: a case out of a user's scope is as good as none, through every door. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../shared/contract/call.ts';
import {
  exportCases,
  importFile,
  listImportMessages,
  listCases,
  listVersions,
  createFollowUp,
  previewImpact,
  readCaseId,
  readFile,
  readImport,
  readImportFiles,
  readRowFile,
  sendImportFile,
  setLegalHold,
  setRowStatus,
  downloadReport,
  uploadFile,
} from '../../shared/contract/index.ts';
import { findCase } from '../../server/cases/record/case.store.ts';
import { caseInScope, inScope, keysInScope } from '../../server/cases/record/caseScope.store.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';

/** masters of the demo */
const VELANORIX = { key: 1, name: 'Velanorix 20 mg tablet' };
const CORDAPLEN = { key: 2, name: 'Cordaplen 5 mg/ml solution for injection' };
const VEL_301 = { key: 1, studyNo: 'HB-VEL-301' };
const ADMINISTRATOR = 1;

let world: CaseWorld;
/** limited to something else than `aKnownCase`, in one kind each */
let outside: Record<'sender' | 'product' | 'study', string>;
/** limited to just what it concerns */
let inside: string;
beforeAll(async () => {
  world = await startCaseWorld();
  outside = {
    sender: await world.limitedUser('of.sender.2', { senderKeys: [2] }, ADMINISTRATOR),
    product: await world.limitedUser('of.product.2', { productKeys: [CORDAPLEN.key] }, ADMINISTRATOR),
    study: await world.limitedUser('of.study.2', { studyKeys: [2] }, ADMINISTRATOR),
  };
  const limits = { senderKeys: [1], productKeys: [VELANORIX.key], studyKeys: [VEL_301.key] };
  inside = await world.limitedUser('of.all.1', limits, ADMINISTRATOR);
});
afterAll(() => world.server.stop());

const nameDrug = (caseKey: number, name: string, rowNo = 0) =>
  world.save(caseKey, 'DG', [itemValue('G.k.2.2', [rowNo], name)], { rowNo });
const nameStudy = (caseKey: number, studyNo: string) =>
  world.save(caseKey, 'SI', [itemValue('C.5.3', [], studyNo)]);

/** Of sender 1, about Velanorix in its trial. */
async function aKnownCase(): Promise<{ caseKey: number; caseNo: string }> {
  const made = await world.aCase(1);
  await nameDrug(made.caseKey, VELANORIX.name);
  await nameStudy(made.caseKey, VEL_301.studyNo);
  return made;
}

const linksOf = (caseKey: number) =>
  world.query(async (trx) => {
    const found = await findCase(trx, 1, caseKey);
    return { products: found?.product_keys, studies: found?.study_keys };
  });

const sees = async (token: string, caseKey: number): Promise<boolean> =>
  (await world.server.call(readCaseId, { params: { caseKey }, token })).status === 200;

describe('a list and a single case', () => {
  it('give the same answer, whatever the scope and the cases', async () => {
    const keys = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max: max }), { maxLength: 3 });
    const aCase = fc.record({
      sender_key: fc.integer({ min: 1, max: 3 }),
      product_keys: keys(4),
      study_keys: keys(4),
    });
    const aScope = fc.record({ senderKeys: keys(3), productKeys: keys(4), studyKeys: keys(4) });
    const { caseKey } = await world.aCase();
    await world.query(async (trx) => {
      // folded texts are made by the database
      const {
        patient_folded: _patient,
        product_folded: _product,
        term_folded: _term,
        ...model
      } = await trx
        .selectFrom('pv_case')
        .selectAll()
        .where('sponsor_key', '=', 1)
        .where('case_key', '=', caseKey)
        .executeTakeFirstOrThrow();
      const cases = fc.sample(aCase, 150).map((links, at) => ({ ...links, case_key: 900_000 + at }));
      const copies = cases.map((one) => ({
        ...model,
        ...one,
        case_no: `SCOPE-${one.case_key}`,
        root_case_key: one.case_key,
      }));
      await trx.insertInto('pv_case').values(copies).execute();
      const all = cases.map(({ case_key }) => case_key);
      for (const scope of fc.sample(aScope, 150)) {
        const expected = cases.filter((one) => inScope(scope, one)).map(({ case_key }) => case_key);
        const listed = await trx
          .selectFrom('pv_case as c')
          .select('c.case_key')
          .where('c.sponsor_key', '=', 1)
          .where('c.case_key', 'in', all)
          .where(caseInScope(scope))
          .orderBy('c.case_key')
          .execute();
        expect(listed.map(({ case_key }) => case_key)).toEqual(expected);
        expect([...(await keysInScope(trx, 1, scope, all))].sort()).toEqual(expected);
      }
      await trx.deleteFrom('pv_case').where('case_key', 'in', all).execute();
    });
  });
});

describe('a case is linked to the masters it names', () => {
  it('when it is saved, folded, whatever the role of the drug, and no longer when the row is struck', async () => {
    const { caseKey } = await world.aCase();
    expect(await linksOf(caseKey)).toEqual({ products: [], studies: [] });
    await nameDrug(caseKey, '  ＶＥＬＡＮＯＲＩＸ 20  MG tablet');
    await nameStudy(caseKey, 'hb-vel-301');
    expect(await linksOf(caseKey)).toEqual({ products: [VELANORIX.key], studies: [VEL_301.key] });
    await nameDrug(caseKey, CORDAPLEN.name);
    expect((await linksOf(caseKey)).products).toEqual([VELANORIX.key, CORDAPLEN.key]);
    await world.server.call(setRowStatus, {
      params: { caseKey, page: 'DG' },
      body: { rowNos: [1], status: 'Y', reason: 'Wrong', retrievedAt: LATER },
      token: world.editor,
    });
    expect((await linksOf(caseKey)).products).toEqual([CORDAPLEN.key]);
    await nameStudy(caseKey, 'nobody knows it');
    expect(await linksOf(caseKey)).toEqual({ products: [CORDAPLEN.key], studies: [] });
  });

  it('when it is seeded, and its links stand in the next version', async () => {
    const seeded = await world.query((trx) =>
      trx
        .selectFrom('pv_case')
        .select(['product_keys', 'study_keys', 'report_type'])
        .where('created_by', '=', 'case.editor')
        .where('case_key', '<=', 30)
        .execute(),
    );
    expect(seeded.length).toBeGreaterThan(10);
    for (const { product_keys, study_keys, report_type } of seeded) {
      expect(product_keys).toHaveLength(1);
      expect(study_keys).toHaveLength(report_type === '2' ? 1 : 0);
    }
    const { caseKey } = await aKnownCase();
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    expect(await linksOf(next.data.caseKey)).toEqual({ products: [VELANORIX.key], studies: [VEL_301.key] });
  });
});

/** Enough for each call that names a case to find it; `DG` is a page of rows. */
const REQUESTS = {
  page: 'DG',
  rowNo: 1,
  group: 'G.k.9.i',
  tabId: 'a'.repeat(32),
  reportId: 'XML',
  saveNo: 1,
  questionKey: 1,
  roleId: ADMINISTRATOR,
};
const ROUTING = { workflowInfo: { workflowKey: 'REVIEW', roleId: null, userKey: null }, comments: 'Test' };
const FIRST = { kind: 'moment', saveNo: 1 };
const FORM = { page: 'DM' };
const ROWS = { rowNos: [1], status: 'Y', reason: 'Test', retrievedAt: LATER };
const SAVE = { reason: 'Test', retrievedAt: LATER, changes: [itemValue('G.k.2.2', [1], 'Another')] };
const MORE: Record<string, { params?: object; query?: Record<string, unknown>; body?: unknown }> = {
  askQuestion: {
    body: { itemId: 'D.1', rowNo: 0, rowNo2: 0, rowNo3: 0, text: 'Which?', addressee: null, dueDays: null },
  },
  addRows: {
    body: {
      reason: 'Test',
      rows: [{ rowId: crypto.randomUUID(), changes: [itemValue('G.k.2.2', [0], 'One')] }],
    },
  },
  unblindCase: { body: { reason: 'Test' } },
  announcePresence: { body: { page: null, rowNo: null, item: null, editing: false, since: null } },
  changeQuestion: { body: { event: 'answer', text: 'This', changedAt: LATER } },
  checkRowStatus: { body: { rowNos: [1], status: 'Y' } },
  compareTyped: { body: { content: { values: [], rows: [] } } },
  compareSides: { body: { older: FIRST, newer: FIRST } },
  createFollowUp: { body: { reason: 'Test' } },
  generateCaseNumber: { body: {} },
  proposeTextValues: { params: { itemId: 'H.1' }, body: { changes: [], rows: [] } },
  readAuthor: { query: { itemId: 'D.1' } },
  readExpectednessOfEdits: { body: { changes: [], rows: [] } },
  readItemAudit: { query: { itemId: 'D.1' } },
  readMessageLines: { body: { values: [], rows: [] } },
  readPage: { params: FORM },
  readQuestionPeople: { query: { itemId: 'D.1' } },
  readRowFile: { params: { page: 'LR' }, query: { itemId: 'C.4.r.2' } },
  routeCase: { body: { ...ROUTING, retrievedAt: LATER } },
  saveCasePages: {
    body: {
      reason: 'Test',
      pages: [{ page: 'DM', rowNo: null, retrievedAt: LATER, changes: [itemValue('D.1', [], 'Y')] }],
    },
  },
  saveCaseReceivers: {
    body: { reason: 'Test', retrievedAt: LATER, receivers: [{ receiver: 'FDA', format: 'XML' }] },
  },
  saveMatrix: { body: { ...SAVE, changes: [] } },
  savePage: { params: FORM, body: { ...SAVE, changes: [itemValue('D.1', [], 'X')] } },
  savePageRow: { body: SAVE },
  sendCaseMail: {
    body: { reportId: 'CIOMS', recipients: [{ address: 'sponsor.admin@demo.invalid' }], content: '' },
  },
  setCaseStatus: { body: { statusId: 'DELETE', status: 'Y', reason: 'Test', retrievedAt: LATER } },
  setRowStatus: { body: ROWS },
  claimCase: { body: { retrievedAt: LATER } },
  writeToReporter: {
    body: {
      to: 'reporter@demo.invalid',
      subject: 'Questions',
      text: 'Which?',
      dueDays: null,
      questions: [{ itemId: 'D.1', rowNo: 0, rowNo2: 0, rowNo3: 0, text: 'Which?' }],
    },
  },
  dismissDuplicate: { body: { notDuplicate: 'Y', reason: 'Test' } },
};
/** A tab leaves a case whatever the state of the case is; the answer reveals nothing. */
const OPEN = ['leavePresence'];
/** A case in a batch is seen by those who see the whole batch (submissions.test.ts). */
const OF_CASES = CALLS.filter(
  ([name, { path }]) => path.includes(':caseKey') && !path.includes(':batchKey') && !OPEN.includes(name),
);

const ask = ([name, call]: readonly [string, Call], caseKey: number, token: string) => {
  const { params, query, body } = MORE[name] ?? {};
  return world.server.call(call, {
    params: { ...REQUESTS, otherKey: caseKey, ...params, caseKey },
    ...(query && { query }),
    ...(body !== undefined && { body }),
    token,
  });
};

describe('a case out of scope', () => {
  let caseKey: number;
  let caseNo: string;
  beforeAll(async () => {
    ({ caseKey, caseNo } = await aKnownCase());
  });

  it.each(OF_CASES)('is not there for %s', async (...named) => {
    for (const [kind, token] of Object.entries(outside))
      expect([kind, await ask(named, caseKey, token)]).toMatchObject([
        kind,
        { status: 404, errCode: 'CASE_NOT_FOUND' },
      ]);
  });

  it.each(OF_CASES)('is there for %s by who is limited to what it concerns', async (...named) => {
    const fresh = await aKnownCase();
    const answer = await ask(named, fresh.caseKey, inside);
    expect(answer.errCode).not.toBe('CASE_NOT_FOUND');
    // what is wrong with the request itself would hide whether the case is
    expect([400, 403]).not.toContain(answer.status);
  });

  it('is not there for a legal hold by its number, no more than a number that no case has', async () => {
    const hold = async (number: string, token: string) => {
      const body = { caseNo: number, hold: 'Y', reason: 'Litigation' };
      const { status, errCode, details } = await world.server.call(setLegalHold, { body, token });
      return { status, errCode, details };
    };
    for (const token of Object.values(outside)) {
      const refused = await hold(caseNo, token);
      expect(refused).toMatchObject({ status: 404, errCode: 'NO_CASE_OF_NUMBER' });
      expect(refused).toEqual(await hold('CASE-2026-99999', token));
    }
    expect(await hold(caseNo, inside)).toMatchObject({ status: 200 });
  });

  it('is in no list and in no file made of one', async () => {
    const listed = async (token: string) => {
      const query = { keyword: caseNo };
      const { listInfo, pageInfo } = (await world.server.call(listCases, { query, token })).data;
      const file = await world.server.call(exportCases, { query: { ...query, format: 'CSV' }, token });
      return [listInfo.length, pageInfo.totalCount, file.bytes.toString().includes(caseNo)];
    };
    expect(await listed(inside)).toEqual([1, 1, true]);
    for (const token of Object.values(outside)) expect(await listed(token)).toEqual([0, 0, false]);
  });

  it('is not said to be changeable by who does not see it', async () => {
    await world.limitedUser('AAA.elsewhere', { productKeys: [CORDAPLEN.key] }, ADMINISTRATOR);
    await world.limitedUser('AAB.here', { productKeys: [VELANORIX.key] }, ADMINISTRATOR);
    const { readOnlyDetail } = (await world.page(caseKey, 'DM', world.reader)).data;
    expect(readOnlyDetail?.whoMay.names).toContain('AAB.here');
    expect(readOnlyDetail?.whoMay.names).not.toContain('AAA.elsewhere');
  });

  it('is not counted among those that new schema files would change', async () => {
    const total = async (token: string) => {
      const body = { changes: [], after: 0, limit: 1 };
      return (await world.server.call(previewImpact, { body, token })).data.total;
    };
    const listed = async (token: string) =>
      (await world.server.call(listCases, { query: { rowCount: 1 }, token })).data.pageInfo.totalCount;
    for (const token of [inside, ...Object.values(outside)])
      expect(await total(token)).toBe(await listed(token));
    expect(await total(outside.product)).toBeLessThan(await total(world.second));
  });
});

describe('the versions of a case', () => {
  it('are seen by who sees the newest, older ones about something else too', async () => {
    const { caseKey } = await aKnownCase();
    expect(await sees(outside.product, caseKey)).toBe(false);
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    const newest = next.data.caseKey;
    await world.save(newest, 'DG', [itemValue('G.k.2.2', [1], CORDAPLEN.name)], {
      rowNo: 1,
      reason: 'Was mistaken',
    });
    expect(await sees(outside.product, newest)).toBe(true);
    expect(await sees(outside.product, caseKey)).toBe(true);
    expect(await sees(inside, newest)).toBe(false);
    expect(await sees(inside, caseKey)).toBe(false);
    const versions = await world.server.call(listVersions, { params: { caseKey }, token: outside.product });
    expect(versions.data.listInfo).toHaveLength(2);
  });
});

describe('a case that names no master', () => {
  it('is seen by who is limited to products or studies, and as soon as it names another one is not', async () => {
    const { caseKey } = await world.aCase(1);
    expect(await sees(outside.product, caseKey)).toBe(true);
    expect(await sees(outside.study, caseKey)).toBe(true);
    expect(await sees(outside.sender, caseKey)).toBe(false);
    await nameDrug(caseKey, 'a white pill');
    expect(await sees(outside.product, caseKey)).toBe(true);
    await nameDrug(caseKey, VELANORIX.name);
    expect(await sees(outside.product, caseKey)).toBe(false);
  });
});

describe('a file', () => {
  it('is handed out to who brought it, and with a case that has it to who may see the case', async () => {
    const { caseKey } = await aKnownCase();
    const upload = (token: string, bytes = `%PDF of ${caseKey}`) =>
      world.server.call(uploadFile, {
        params: { sponsorKey: 1 },
        file: { name: 'a.pdf', type: 'application/pdf', bytes },
        token,
      });
    const read = async (fileKey: string, token: string) =>
      (await world.server.call(readFile, { params: { sponsorKey: 1, fileKey }, token })).status;
    const { data: properties } = await upload(world.editor);
    const { fileKey } = properties;
    const change = itemValue('C.4.r.2', [0], { value: fileKey, properties });
    const { rowNo } = (await world.save(caseKey, 'LR', [change], { rowNo: 0 })).data;
    expect(await read(fileKey, world.editor)).toBe(200);
    const attached = { params: { caseKey, page: 'LR', rowNo }, query: { itemId: 'C.4.r.2' } };
    for (const [token, status] of [
      [inside, 200],
      [outside.product, 404],
    ] as const) {
      expect(await read(fileKey, token)).toBe(404);
      expect((await world.server.call(readRowFile, { ...attached, token })).status).toBe(status);
    }
    const own = await world.aCase(1);
    const take = (token: string) => world.save(own.caseKey, 'LR', [change], { rowNo: 0, token });
    const refused = { status: 422, errCode: 'ITEM_REFUSED' };
    expect(await take(outside.product)).toMatchObject(refused);
    // a text of the case that reads like the key of a file is none of its files
    await world.save(own.caseKey, 'NR', [itemValue('H.1', [], fileKey)], { token: outside.product });
    expect(await take(outside.product)).toMatchObject(refused);
    // an attachment is one file, whatever else its properties name
    const { data: ofOwn } = await upload(outside.product, 'own');
    const twofold = { ...ofOwn, fileKey };
    for (const [page, value] of [
      ['LR', itemValue('C.4.r.2', [0], { value: ofOwn.fileKey, properties: twofold })],
      ['LR', itemValue('C.4.r.2', [0], { value: ofOwn.fileKey, properties: { ...ofOwn, size: 1e9 } })],
      ['NR', itemValue('H.1', [], { value: 'A text', properties: twofold })],
    ] as const) {
      const to = { token: outside.product, ...(page === 'LR' && { rowNo: 0 }) };
      expect(await world.save(own.caseKey, page, [value], to), page).toMatchObject(refused);
    }
    await upload(outside.product);
    expect(await read(fileKey, outside.product)).toBe(200);
    expect((await take(outside.product)).status).toBe(200);
  });
});

describe('an import', () => {
  const upload = (bytes: string | Buffer, token: string) =>
    world.server.call(importFile, {
      params: { sponsorKey: 1 },
      file: { name: 'in.xml', type: 'application/xml', bytes: new Uint8Array(Buffer.from(bytes)) },
      token,
    });
  const result = async (dataKey: number, token: string) =>
    (await world.server.call(readImport, { params: { sponsorKey: 1, dataKey }, token })).data.cases;

  it('tells of a case out of scope only that it is there, and of results only those in scope', async () => {
    const { caseKey } = await aKnownCase();
    const created = '20250101120000+0000';
    await world.save(caseKey, 'CI', [
      itemValue('C.1.1', [], 'KR-SCOPE-1'),
      itemValue('C.1.2', [], created),
      itemValue('C.1.8.1', [], 'KR-SCOPE-1'),
    ]);
    const { bytes } = await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      token: world.editor,
    });
    const later = bytes.toString().replaceAll(created, '20250201120000+0000');
    const { data: refused } = await upload(later, outside.product);
    expect(refused.cases).toMatchObject([{ caseKey: null, caseNo: null, decision: 'refused' }]);
    expect(await result(refused.dataKey, outside.product)).toHaveLength(1);
    expect(await result(refused.dataKey, inside)).toEqual([]);

    // in two steps it is the same, before anything is imported
    const runKey = randomUUID();
    const file = { name: 'in.xml', bytes: later };
    await world.server.call(sendImportFile, { params: { runKey }, file, token: outside.product });
    await world.server.call(readImportFiles, { params: { runKey }, token: outside.product });
    const { listInfo } = await eventually(async () => {
      const answer = await world.server.call(listImportMessages, {
        params: { runKey },
        token: outside.product,
      });
      expect(answer.data.listInfo).toHaveLength(1);
      return answer.data;
    });
    expect(listInfo).toMatchObject([{ proposal: 'refused', target: null, choices: [] }]);
    expect(listInfo[0]?.facts.flatMap(({ theirs }) => theirs)).toEqual([]);

    const { data: taken } = await upload(later, inside);
    expect(taken.cases).toMatchObject([{ decision: 'followUp' }]);
    expect(await result(taken.dataKey, inside)).toHaveLength(1);
    expect(await result(taken.dataKey, world.editor)).toHaveLength(1);
    expect(await result(taken.dataKey, outside.product)).toEqual([]);
  });
});
