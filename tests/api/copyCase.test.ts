/** A case that begins with what another one says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addCase,
  generateCaseNumber,
  listPages,
  readCaseId,
  readSummary,
  setRowStatus,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const copy = (caseKey: number, more: object = {}, token = world.editor) =>
  world.server.call(addCase, { body: { copyOf: { caseKey, attachments: true, ...more } }, token });
const valueOf = async (caseKey: number, page: string, itemId: string) =>
  (await world.page(caseKey, page)).data.values.find((value) => value.itemId === itemId)?.value ?? null;
const rowsOf = async (caseKey: number, page: string) =>
  (await world.server.call(readSummary, { params: { caseKey, page }, token: world.editor })).data.rows;

/** With a deleted reaction, another one, and a drug that refers to both. */
async function aReportedCase(senderKey?: number) {
  const made = await world.aCase(senderKey);
  const { caseKey } = made;
  await world.save(caseKey, 'CI', [
    itemValue('C.1.1', [], `KR-HANBIT-${made.caseNo}`),
    itemValue('C.1.4', [], '20240101'),
    itemValue('C.1.5', [], '20240102'),
    itemValue('C.1.8.1', [], 'KR-OTHER-1'),
    itemValue('C.1.3', [], '1'),
  ]);
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')]);
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], { rowNo: 0 });
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Fever')], { rowNo: 0 });
  await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix')], { rowNo: 0 });
  await world.save(
    caseKey,
    'DG',
    [itemValue('G.k.9.i.4', [1, 1], '1'), itemValue('G.k.9.i.4', [1, 2], '2')],
    {
      rowNo: 1,
    },
  );
  await world.server.call(setRowStatus, {
    params: { caseKey, page: 'AE' },
    body: { rowNos: [1], status: 'Y', reason: 'Entered twice', retrievedAt: LATER },
    token: world.editor,
  });
  return made;
}

it('says the same, without what is of one case alone', async () => {
  const source = await aReportedCase();
  const { data } = await copy(source.caseKey);
  expect(data.caseNo).not.toBe(source.caseNo);
  expect(await valueOf(data.caseKey, 'CI', 'C.1.3')).toBe('1');
  expect(await valueOf(data.caseKey, 'DM', 'D.1')).toBe('A.B.');
  for (const itemId of ['C.1.4', 'C.1.5', 'C.1.8.1'])
    expect(await valueOf(data.caseKey, 'CI', itemId), itemId).toBeNull();
  expect(await valueOf(data.caseKey, 'CI', 'C.1.1')).not.toBe(`KR-HANBIT-${source.caseNo}`);
  expect(await valueOf(data.caseKey, 'CI', 'C.1.2')).toMatch(/^\d{14}\+0000$/);
});

it('begins without the importance that a follow-up of the source had', async () => {
  const { caseKey } = await aReportedCase();
  await world.save(caseKey, 'CI', [
    itemValue('CW.significance', [], 'notSignificant'),
    itemValue('CW.significanceReason', [], 'Telephone number of the reporter'),
  ]);
  expect(await valueOf(caseKey, 'CI', 'CW.significance')).toBe('notSignificant');
  const { data } = await copy(caseKey);
  for (const itemId of ['CW.significance', 'CW.significanceReason'])
    expect(await valueOf(data.caseKey, 'CI', itemId), itemId).toBeNull();
});

it('copies live rows under their numbers and with ids of their own, and what is said of them', async () => {
  const source = await aReportedCase();
  const { caseKey } = (await copy(source.caseKey)).data;
  const rows = await rowsOf(caseKey, 'AE');
  expect(rows).toMatchObject([{ rowNo: 2, deleted: false }]);
  const before = await rowsOf(source.caseKey, 'AE');
  expect(before.map(({ rowId }) => rowId)).not.toContain(rows[0]?.rowId);
  const drug = (await world.row(caseKey, 'DG', 1)).data.values;
  expect(drug.filter(({ itemId }) => itemId === 'G.k.9.i.4')).toMatchObject([{ rowNo2: 2, value: '2' }]);
});

it('is audited in both chains, with both numbers, and its values are those of who copied', async () => {
  const source = await aReportedCase();
  const { caseKey, caseNo } = (await copy(source.caseKey, {}, world.second)).data;
  const named = { action: 'copy', value: caseNo, oldValue: `${source.caseNo} (1)`, userId: 'sponsor.admin' };
  expect((await world.audit(source.caseKey))[0]).toMatchObject(named);
  const trail = await world.audit(caseKey);
  expect(trail.find(({ action }) => action === 'copy')).toMatchObject(named);
  expect(trail.find(({ itemId }) => itemId === 'D.1')).toMatchObject({ action: 'add', value: 'A.B.' });
  for (const key of [source.caseKey, caseKey]) {
    const chain = await world.server.call(verifyCaseAudit, { params: { caseKey: key }, token: world.reader });
    expect(chain.data.whole).toBe(true);
  }
});

it('copies the pages that were chosen, and nothing that speaks of others', async () => {
  const source = await aReportedCase();
  const { caseKey } = (await copy(source.caseKey, { pages: ['DG', 'CI'] })).data;
  expect(await valueOf(caseKey, 'DM', 'D.1')).toBeNull();
  expect(await rowsOf(caseKey, 'AE')).toEqual([]);
  const drug = (await world.row(caseKey, 'DG', 1)).data.values;
  expect(drug.filter(({ value }) => value !== null).map(({ itemId }) => itemId)).toContain('G.k.2.2');
  expect(drug.filter(({ itemId }) => itemId === 'G.k.9.i.4')).toEqual([]);
});

it.each(['LOCK', 'REVIEW', 'DELETE'])('takes a case after %s, and leaves it as it is', async (statusId) => {
  const source = await aReportedCase();
  await world.status(source.caseKey, statusId, 'Y');
  const read = async (caseKey: number) =>
    (await world.server.call(readCaseId, { params: { caseKey }, token: world.editor })).data.status;
  const before = await read(source.caseKey);
  const { caseKey } = (await copy(source.caseKey)).data;
  expect(await read(source.caseKey)).toEqual(before);
  expect(await read(caseKey)).toMatchObject({ locked: false, reviewed: false, deleted: false });
});

it('belongs to the sender of its source, and opens whole', async () => {
  const source = await aReportedCase(1);
  const { caseKey } = (await copy(source.caseKey)).data;
  const token = await world.userOfSender('copy.of.sender.1', 1);
  expect(await world.server.call(listPages, { params: { caseKey }, token })).toMatchObject({ status: 200 });
});

it('is refused of a case out of scope as of none, and to readers', async () => {
  const source = await aReportedCase(1);
  const token = await world.userOfSender('copy.of.sender.2', 2);
  for (const caseKey of [source.caseKey, 999_999])
    expect(await copy(caseKey, {}, token)).toMatchObject({
      status: 404,
      errCode: 'CASE_NOT_FOUND',
      data: null,
      errMsg: "The requested information doesn't exist or you don't have required permissions",
    });
  expect(await copy(source.caseKey, {}, world.reader)).toMatchObject({ status: 403 });
});

it('is made once for each key of the caller, as an empty case is', async () => {
  const { caseKey } = await world.aCase();
  const bodies = [{ copyOf: { caseKey, attachments: false } }, {}];
  for (const body of bodies) {
    const add = async (creationKey: string, token = world.editor) => {
      const { data } = await world.server.call(addCase, { body: { ...body, creationKey }, token });
      return data.caseNo;
    };
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    // a second try may arrive while the first is still under way
    const [made, again] = await Promise.all([add(first), add(first)]);
    expect(again).toBe(made);
    expect(await add(first)).toBe(made);
    expect(await add(second)).not.toBe(made);
    expect(await add(first, world.second)).not.toBe(made);
  }
});

it('is refused with the key of another call, or of another case, and made by neither', async () => {
  const [one, other] = [await world.aCase(), await world.aCase()];
  const creationKey = crypto.randomUUID();
  const copyOnce = ({ caseKey }: { caseKey: number }) =>
    world.server.call(addCase, {
      body: { creationKey, copyOf: { caseKey, attachments: true } },
      token: world.editor,
    });
  const newest = async () =>
    (
      await world.query((trx) =>
        trx
          .selectFrom('pv_case')
          .select(({ fn }) => fn.max('case_key').as('key'))
          .execute(),
      )
    )[0];
  expect(await copyOnce(one)).toMatchObject({ status: 200 });
  const before = await newest();
  const refused = { status: 422, errCode: 'CREATION_KEY_USED' };
  expect(await copyOnce(other)).toMatchObject(refused);
  const number = { params: { caseKey: other.caseKey }, body: { creationKey }, token: world.editor };
  expect(await world.server.call(generateCaseNumber, number)).toMatchObject(refused);
  expect(await newest()).toEqual(before);
});
