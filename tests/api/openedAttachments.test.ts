/** An attachment has the name of its file wherever it is read. Opening it is noted at its item, and changes nothing of the case. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  announcePresence,
  listCaseAudit,
  listMoments,
  listSignatures,
  readAuthor,
  readItemAudit,
  readRowFile,
  readSummary,
  setCaseStatus,
  setRowStatus,
  uploadFile,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';

/** of a source document, on its page of rows */
const ATTACHMENT = 'C.4.r.2';

let world: CaseWorld;
let caseKey: number;
let retrievedAt: string;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());
beforeEach(async () => {
  ({ caseKey } = await world.aCase());
  const { data: properties } = await world.server.call(uploadFile, {
    params: { sponsorKey: 1 },
    file: { name: 'source.pdf', type: 'application/pdf', bytes: '%PDF-1.7 source' },
    token: world.editor,
  });
  const change = itemValue(ATTACHMENT, [0], { value: properties.fileKey, properties });
  ({ retrievedAt } = (await world.save(caseKey, 'LR', [change], { rowNo: 0 })).data);
});

const open = async (token: string) => {
  const { status } = await world.server.call(readRowFile, {
    params: { caseKey, page: 'LR', rowNo: 1 },
    query: { itemId: ATTACHMENT },
    token,
  });
  expect(status).toBe(200);
};
const review = (token: string) =>
  world.server.call(setCaseStatus, {
    params: { caseKey },
    body: { statusId: 'REVIEW', status: 'Y', reason: 'Reviewed', retrievedAt: LATER, signature: SIGNATURE },
    token,
  });

it('is told by the name of its file: on its page of rows, in the audit trail, and after its row was deleted', async () => {
  const token = world.reader;
  const fileName = 'source.pdf';
  const params = { caseKey, page: 'LR' };
  const summary = await world.server.call(readSummary, { params, token });
  expect(summary.data.rows[0]?.values[ATTACHMENT]).toMatchObject({ properties: { fileName } });

  const query = { pageId: 'LR', itemId: ATTACHMENT, rowNo: 1 };
  const ofItem = await world.server.call(readItemAudit, { params, query, token });
  expect(ofItem.data.listInfo).toMatchObject([{ oldProperties: null, properties: { fileName } }]);

  const body = { rowNos: [1], status: 'Y', reason: 'Wrong', retrievedAt: LATER };
  await world.server.call(setRowStatus, { params, body, token: world.editor });
  const found = await world.server.call(listCaseAudit, {
    params,
    query: { rowCount: 100, keyword: fileName },
    token,
  });
  expect(found.data.listInfo.map(({ cells: { action, before, after } }) => [action, before, after])).toEqual([
    ['Row deleted', fileName, undefined],
    ['Added', undefined, fileName],
  ]);
});

it('makes no author: neither of the value nor of the version', async () => {
  await open(world.second);
  const { data } = await world.server.call(readAuthor, {
    params: { caseKey },
    query: { itemId: ATTACHMENT, rowNo: 1 },
    token: world.reader,
  });
  expect(data).toMatchObject({ changes: 1, last: { userId: 'case.editor', action: 'add' } });
  await putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'other' });
  expect(await review(world.editor)).toMatchObject({ errCode: 'REVIEWER_IS_AUTHOR' });
  expect(await review(world.second)).toMatchObject({ status: 200 });
  await putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'any' });
});

it('is no change since a signature, none for who has the page open, and no moment of the case', async () => {
  const moments = async () =>
    (await world.server.call(listMoments, { params: { caseKey }, token: world.reader })).data.listInfo;
  await review(world.editor);
  const before = await moments();
  await open(world.second);
  expect(await moments()).toEqual(before);
  const { data } = await world.server.call(listSignatures, { params: { caseKey }, token: world.reader });
  expect(data.listInfo).toMatchObject([{ changesSince: 0 }]);
  const presence = await world.server.call(announcePresence, {
    params: { caseKey, tabId: 'a'.repeat(32) },
    body: { page: 'LR', rowNo: 1, item: null, editing: false, since: retrievedAt },
    token: world.editor,
  });
  expect(presence).toMatchObject({ status: 200, data: { changes: [] } });
});

it('leaves the case as its audit trail says', async () => {
  await open(world.second);
  const { data } = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader });
  expect(data.whole).toBe(true);
});
