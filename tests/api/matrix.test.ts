/** All pairs of drugs and reactions, saved at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { downloadReport, readMatrix, saveMatrix, setRowStatus } from '../../shared/contract/index.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const GROUP = 'G.k.9.i';
const SOURCES = 'G.k.9.i.2.r';
const recurrence = (drug: number, reaction: number, code = '1') =>
  itemValue('G.k.9.i.4', [drug, reaction], code);
const result = (drug: number, reaction: number, source: number, text: string) => [
  itemValue('G.k.9.i.2.r.1', [drug, reaction, source], 'Reporter'),
  itemValue('G.k.9.i.2.r.3', [drug, reaction, source], text),
];
const source = (drug: number, reaction: number, number: number): CaseRow => {
  const { rowNo, rowNo2, rowNo3 } = addressAt('', [drug, reaction, number]);
  return {
    group: SOURCES,
    rowNo,
    rowNo2,
    rowNo3,
    rowId: crypto.randomUUID(),
    sort: number,
    deleted: false,
  };
};

const read = (caseKey: number, token = world.editor) =>
  world.server.call(readMatrix, { params: { caseKey, page: 'DG', group: GROUP }, token });
interface Save {
  rows?: CaseRow[];
  retrievedAt?: string;
  token?: string;
  group?: string;
}
const save = (caseKey: number, changes: CaseValue[], more: Save = {}) => {
  const { rows, retrievedAt = LATER, token = world.editor, group = GROUP } = more;
  return world.server.call(saveMatrix, {
    params: { caseKey, page: 'DG', group },
    body: { reason: 'Causality reviewed', retrievedAt, changes, ...(rows && { rows }) },
    token,
  });
};
const strike = (caseKey: number, page: string, rowNos: number[], status = 'Y') =>
  world.server.call(setRowStatus, {
    params: { caseKey, page },
    body: { rowNos, status, reason: 'Test', retrievedAt: LATER },
    token: world.editor,
  });
const xmlOf = async (caseKey: number) =>
  (
    await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      token: world.editor,
    })
  ).bytes.toString();

/** Two drugs and two reactions, each with number 1 and 2. */
async function aCase(): Promise<number> {
  const { caseKey } = await world.aCase();
  for (const name of ['Aspirin', 'Ibuprofen'])
    await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], name), itemValue('G.k.1', [0], '1')], {
      rowNo: 0,
    });
  for (const name of ['Headache', 'Nausea'])
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], name)], { rowNo: 0 });
  return caseKey;
}

/** The message without what differs from one download to the next. */
const withoutStamps = (xml: string) =>
  xml.replaceAll(/(creationTime|effectiveTime) value="[^"]*"/g, '$1').replaceAll(/extension="[^"]*"/g, '');

describe('the matrix of drugs and reactions', () => {
  it('answers the pairs of all drugs, with the names of both sides', async () => {
    const caseKey = await aCase();
    await world.save(caseKey, 'DG', [recurrence(2, 1), itemValue('G.k.4.r.7', [2, 1], 'LOT')], {
      rowNo: 2,
      rows: [{ ...source(2, 1, 0), group: 'G.k.4.r' }],
    });
    const { data } = await read(caseKey, world.reader);
    expect(data).toMatchObject({ page: 'DG', rowNo: 0, saved: 'Y', readOnly: 'noPrivilege', rows: [] });
    expect(data.values).toContainEqual(recurrence(2, 1));
    expect(data.values.map(({ itemId }) => itemId)).not.toContain('G.k.4.r.7');
    expect(data.references.map(({ group, rowNo, label }) => [group, rowNo, label])).toEqual([
      ['G.k', 1, 'Aspirin'],
      ['G.k', 2, 'Ibuprofen'],
      ['E.i', 1, 'Headache'],
      ['E.i', 2, 'Nausea'],
    ]);
  });

  it('saves pairs of several drugs in one save, and the audit trail shows each', async () => {
    const caseKey = await aCase();
    const before = (await world.audit(caseKey)).length;
    const saved = await save(
      caseKey,
      [recurrence(1, 2), recurrence(2, 2, '4'), ...result(2, 1, 1, 'Related')],
      {
        rows: [source(2, 1, 1)],
      },
    );
    expect(saved).toMatchObject({ status: 200, data: { rowNo: 0, changed: 5 } });
    const { data } = await read(caseKey);
    expect(data).toMatchObject({ retrievedAt: saved.data.retrievedAt, rows: [{ group: SOURCES, rowNo: 2 }] });
    for (const value of [recurrence(1, 2), recurrence(2, 2, '4'), ...result(2, 1, 1, 'Related')])
      expect(data.values).toContainEqual(value);
    expect((await world.row(caseKey, 'DG', 1)).data.values).toContainEqual(recurrence(1, 2));
    const entries = (await world.audit(caseKey)).slice(0, -before);
    expect(entries.map(({ itemId, rowNo, reason }) => [itemId, rowNo, reason])).toEqual(
      expect.arrayContaining([
        ['G.k.9.i.4', 1, 'Causality reviewed'],
        ['G.k.9.i.4', 2, 'Causality reviewed'],
        [SOURCES, 2, 'Causality reviewed'],
      ]),
    );
    expect(new Set(entries.map(({ time }) => time)).size).toBe(1);
  });

  it.each([
    ['a drug that is not there', [recurrence(3, 1)], 'row.unknown'],
    ['a reaction that is not there', [recurrence(2, 3)], 'row.unknown'],
    ['a source that is not there', result(2, 1, 1, 'Related').slice(0, 1), 'row.unknown'],
    ['an item of the drug itself', [itemValue('G.k.2.2', [2], 'Other')], 'item.otherGroup'],
    ['an item of another page', [itemValue('E.i.1.1a', [1], 'Other')], 'item.otherPage'],
    [
      'the reaction of the pair, which follows from it',
      [itemValue('G.k.9.i.1', [2, 1], '2')],
      'item.derived',
    ],
    ['a code that is too long', [recurrence(2, 1, '12')], 'value.tooLong'],
  ])('refuses %s, and with it the other drugs', async (_what, changes, ruleId) => {
    const caseKey = await aCase();
    expect(await save(caseKey, [recurrence(1, 1), ...changes])).toMatchObject({
      status: 422,
      errCode: 'ITEM_REFUSED',
      details: [{ ruleId }],
    });
    expect((await read(caseKey)).data.values).not.toContainEqual(recurrence(1, 1));
  });

  it.each([
    ['of a drug that is not there', source(3, 1, 1), 'row.unknown'],
    ['of a reaction that is not there', source(1, 3, 1), 'row.unknown'],
    ['of another group', { ...source(1, 1, 0), group: 'G.k.4.r' }, 'item.otherGroup'],
  ])('refuses a row %s', async (_what, row, ruleId) => {
    const caseKey = await aCase();
    expect(await save(caseKey, [recurrence(1, 1)], { rows: [row] })).toMatchObject({
      status: 422,
      details: [{ ruleId }],
    });
    expect((await read(caseKey)).data).toMatchObject({ rows: [] });
  });

  it('is stale by the item: one in one drug refuses all, another pair of that drug does not', async () => {
    const caseKey = await aCase();
    const { retrievedAt } = (await read(caseKey)).data;
    await world.save(caseKey, 'DG', [recurrence(2, 1, '3')], { rowNo: 2, token: world.second });
    const changes = [recurrence(1, 1), recurrence(2, 1)];
    expect(await save(caseKey, changes, { retrievedAt })).toMatchObject({
      status: 409,
      errCode: 'CASE_CHANGED',
      details: [{ itemId: 'G.k.9.i.4', rowNo: 2, rowNo2: 1, value: '3', changedBy: 'sponsor.admin' }],
    });
    expect((await read(caseKey)).data.values).not.toContainEqual(recurrence(1, 1));
    expect(await save(caseKey, [recurrence(1, 1), recurrence(2, 2)], { retrievedAt })).toMatchObject({
      status: 200,
    });
  });

  it('keeps the pairs of a struck reaction out of the message, takes no change of them, and has them again', async () => {
    const caseKey = await aCase();
    const [first, second] = ['Related to the first', 'Related to the second'];
    await save(caseKey, [...result(1, 1, 1, first), ...result(1, 2, 1, second)], {
      rows: [source(1, 1, 1), source(1, 2, 1)],
    });
    await strike(caseKey, 'AE', [2]);
    const { data } = await read(caseKey);
    expect(data.references).toContainEqual(
      expect.objectContaining({ group: 'E.i', rowNo: 2, deleted: true }),
    );
    expect(await xmlOf(caseKey)).toContain(first);
    expect(await xmlOf(caseKey)).not.toContain(second);
    expect(await save(caseKey, [recurrence(1, 2)])).toMatchObject({
      status: 422,
      details: [{ ruleId: 'row.deleted' }],
    });
    expect(await save(caseKey, [], { rows: [source(1, 2, 2)] })).toMatchObject({
      status: 422,
      details: [{ ruleId: 'row.deleted' }],
    });
    await strike(caseKey, 'AE', [2], 'N');
    expect(await xmlOf(caseKey)).toContain(second);
  });

  it('keeps its pairs when reactions change places', async () => {
    const caseKey = await aCase();
    await save(caseKey, [recurrence(1, 1, '1'), recurrence(1, 2, '2')]);
    const { rows } = (await world.row(caseKey, 'AE', 2)).data;
    await world.save(caseKey, 'AE', [], { rowNo: 2, rows: rows.map((row) => ({ ...row, sort: 0.5 })) });
    const { data } = await read(caseKey);
    expect(data.references.flatMap(({ group, label }) => (group === 'E.i' ? [label] : []))).toEqual([
      'Nausea',
      'Headache',
    ]);
    expect(data.values).toContainEqual(recurrence(1, 1, '1'));
    expect(data.values).toContainEqual(recurrence(1, 2, '2'));
  });

  it('makes the message that the same changes on the pages of the drugs make', async () => {
    const caseKey = await aCase();
    const changes = [recurrence(1, 2), recurrence(2, 2, '4'), ...result(2, 1, 1, 'Related')];
    await save(caseKey, changes, { rows: [source(2, 1, 1)] });
    const throughMatrix = withoutStamps(await xmlOf(caseKey));
    expect(throughMatrix).toContain('Related');

    await save(
      caseKey,
      changes.map(({ itemId, rowNo, rowNo2, rowNo3 }) => itemValue(itemId, [rowNo, rowNo2, rowNo3], '')),
    );
    expect(withoutStamps(await xmlOf(caseKey))).not.toBe(throughMatrix);
    for (const rowNo of [1, 2])
      await world.save(
        caseKey,
        'DG',
        changes.filter((change) => change.rowNo === rowNo),
        { rowNo },
      );
    expect(withoutStamps(await xmlOf(caseKey))).toBe(throughMatrix);
  });

  it('is refused to readers, in a locked case, and where nothing differs', async () => {
    const caseKey = await aCase();
    expect(await save(caseKey, [recurrence(1, 1)], { token: world.reader })).toMatchObject({ status: 403 });
    await save(caseKey, [recurrence(1, 1)]);
    expect(await save(caseKey, [recurrence(1, 1)])).toMatchObject({
      status: 422,
      errCode: 'NO_MODIFIED_DATA',
    });
    await world.status(caseKey, 'LOCK', 'Y');
    expect(await save(caseKey, [recurrence(1, 2)])).toMatchObject({ status: 409, errCode: 'CASE_READ_ONLY' });
  });

  it.each(['G.k.4.r', 'E.i', 'G.k', 'nothing'])('is not there for the group %s', async (group) => {
    const caseKey = await aCase();
    expect(await save(caseKey, [recurrence(1, 1)], { group })).toMatchObject({ status: 404 });
  });
});
