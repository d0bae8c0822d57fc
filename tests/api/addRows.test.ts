/** Several rows of a page in one save, as they come from a pasted table: all of them, or none. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRows, readSummary } from '../../shared/contract/index.ts';
import { startCaseWorld, itemValue, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const named = (name: string, rowId = randomUUID()) => ({
  rowId,
  changes: [itemValue('E.i.1.1a', [0], name)],
});
const add = (caseKey: number, rows: ReturnType<typeof named>[], token = world.editor) =>
  world.server.call(addRows, { params: { caseKey, page: 'AE' }, body: { reason: 'Pasted', rows }, token });
const namesIn = async (caseKey: number) =>
  (
    await world.server.call(readSummary, { params: { caseKey, page: 'AE' }, token: world.editor })
  ).data.rows.map(({ values }) => values['E.i.1.1a']?.value);

describe('rows of a pasted table', () => {
  it('are behind those there are, in their order, in one save of the audit trail', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Headache')], { rowNo: 0 });
    const answer = await add(caseKey, [named('Nausea'), named('Dizziness')]);
    expect(answer).toMatchObject({ status: 200, data: { rowNos: [2, 3] } });
    expect(await namesIn(caseKey)).toEqual(['Headache', 'Nausea', 'Dizziness']);
    const auditEntries = (await world.audit(caseKey)).filter(({ reason }) => reason === 'Pasted');
    expect(auditEntries.map(({ action, rowNo }) => `${action} ${rowNo}`).toSorted()).toEqual([
      'add 2',
      'add 3',
      'rowAdd 2',
      'rowAdd 3',
    ]);
    expect(new Set(auditEntries.map(({ time }) => time)).size).toBe(1);
  });

  it('are none where one cannot be stored', async () => {
    const { caseKey } = await world.aCase();
    const wrong = { rowId: randomUUID(), changes: [itemValue('E.i.7', [0], 'no outcome')] };
    expect(await add(caseKey, [named('Nausea'), wrong])).toMatchObject({
      status: 422,
      errCode: 'ITEM_REFUSED',
    });
    expect(await namesIn(caseKey)).toEqual([]);
  });

  it('are not there twice when an answer was lost and they are sent again', async () => {
    const { caseKey } = await world.aCase();
    const rows = [named('Nausea'), named('Dizziness')];
    await add(caseKey, rows);
    expect(await add(caseKey, [named('Rash'), ...rows])).toMatchObject({ data: { rowNos: [3, 1, 2] } });
    // a second try answers that they are there, not that nothing was modified
    expect(await add(caseKey, rows)).toMatchObject({ status: 200, data: { rowNos: [1, 2] } });
    expect(await namesIn(caseKey)).toEqual(['Nausea', 'Dizziness', 'Rash']);
  });

  it('are refused where two have one id', async () => {
    const { caseKey } = await world.aCase();
    const rowId = randomUUID();
    const twice = await add(caseKey, [named('Nausea', rowId), named('Dizziness', rowId)]);
    expect(twice).toMatchObject({ status: 400, errCode: 'NEW_ROW_TWICE' });
    expect(await namesIn(caseKey)).toEqual([]);
  });

  it('are refused in a locked case, and on a page that is one form', async () => {
    const { caseKey } = await world.aCase();
    const onForm = { params: { caseKey, page: 'CI' }, body: { reason: 'New Data', rows: [named('x')] } };
    expect(await world.server.call(addRows, { ...onForm, token: world.editor })).toMatchObject({
      status: 404,
    });
    await world.status(caseKey, 'LOCK', 'Y');
    expect(await add(caseKey, [named('Nausea')])).toMatchObject({ errCode: 'CASE_READ_ONLY' });
  });
});
