/** A case as it was: moments, contents, comparisons, and who wrote what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import {
  compareSides,
  listMoments,
  createFollowUp,
  readAuthor,
  readCatalogueOf,
  readMoment,
  setRowStatus,
  type Side,
} from '../../shared/contract/index.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const moments = async (caseKey: number, token = world.reader) =>
  (await world.server.call(listMoments, { params: { caseKey }, token })).data;
const moment = (caseKey: number, saveNo: number, token = world.reader) =>
  world.server.call(readMoment, { params: { caseKey, saveNo }, token });
const author = (caseKey: number, itemId: string, rowNo = 0, token = world.reader) =>
  world.server.call(readAuthor, { params: { caseKey }, query: { itemId, rowNo }, token });
const compare = (caseKey: number, older: Side, newer: Side, more: object = {}, token = world.reader) =>
  world.server.call(compareSides, { params: { caseKey }, body: { older, newer, ...more }, token });
const followUp = async (caseKey: number) =>
  (
    await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    })
  ).data;
const valueOf = (values: readonly CaseValue[], itemId: string, rowNo = 0) =>
  values.find((value) => value.itemId === itemId && value.rowNo === rowNo)?.value ?? null;

/** Saved twice by two people, then a further version saved once. */
async function aStory() {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { reason: 'First' });
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], { rowNo: 0 });
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B')], { token: world.second, reason: 'Second' });
  const made = await followUp(caseKey);
  await world.save(made.caseKey, 'DM', [itemValue('D.1', [], 'C')], { reason: 'Third' });
  return { caseKey, next: made.caseKey };
}

describe('the moments of a case', () => {
  it('are all changes of what it says, of all its versions, in order', async () => {
    const { caseKey, next } = await aStory();
    await world.status(next, 'REVIEW', 'Y');
    const { listInfo, exact } = await moments(caseKey);
    expect(exact).toBe(true);
    expect(
      listInfo.map(({ kind, versionNo, userName, reason, pages }) => [
        kind,
        versionNo,
        userName,
        reason,
        pages,
      ]),
    ).toEqual([
      ['made', 1, 'Mina Park', 'Initial Data', []],
      ['save', 1, 'Mina Park', 'First', ['DM']],
      ['save', 1, 'Mina Park', 'New Data', ['AE']],
      ['save', 1, expect.any(String), 'Second', ['DM']],
      ['followUp', 2, 'Mina Park', 'Follow-up', expect.any(Array)],
      ['save', 2, 'Mina Park', 'Third', ['DM']],
    ]);
    expect(await moments(next)).toEqual({ listInfo, exact });
  });

  it('say what the case said then, and what was replaced', async () => {
    const { caseKey, next } = await aStory();
    const { listInfo } = await moments(caseKey);
    const read = async (at: number) => (await moment(caseKey, listInfo[at]?.saveNo ?? 0)).data;
    const second = await read(3);
    expect(valueOf(second.content.values, 'D.1')).toBe('B');
    expect(second.replaced.values).toMatchObject([{ itemId: 'D.1', value: 'A' }]);
    expect(second.schema).toBe('present');
    const row = await read(2);
    expect(row.replaced.rows).toMatchObject([{ group: 'E.i', rowNo: 1, before: null }]);
    const [first, last] = [await read(1), await read(5)];
    expect(valueOf(first.content.values, 'E.i.1.1a', 1)).toBeNull();
    expect(last.moment.caseKey).toBe(next);
    expect(valueOf(last.content.values, 'D.1')).toBe('C');
    expect(valueOf(last.replaced.values, 'D.1')).toBe('B');
  });

  it('of another case are not told, nor those of a case out of scope', async () => {
    const { caseKey } = await aStory();
    expect(await moment(caseKey, 9999)).toMatchObject({ status: 404, errCode: 'MOMENT_NOT_FOUND' });
    const stranger = await world.limitedUser(`past.${caseKey}`, { senderKeys: [2] });
    for (const request of [
      await world.server.call(listMoments, { params: { caseKey }, token: stranger }),
      await moment(caseKey, 1, stranger),
      await author(caseKey, 'D.1', 0, stranger),
      await compare(caseKey, { kind: 'version', caseKey }, { kind: 'moment', saveNo: 1 }, {}, stranger),
    ])
      expect(request).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });

  it('hide what is blinded from who may not see it', async () => {
    const { whole } = world.server.deps.catalogue;
    const item = Object.values(whole.items).find(
      ({ blinded, groups, control }) => blinded && groups.length <= 1 && control !== 'rowReference',
    );
    if (!item) throw new Error('the catalogue has no blinded item to test with');
    const { caseKey } = await world.aCase();
    const inRow = item.groups.length === 1;
    const code = world.server.deps.catalogue.codeLists[item.codeList ?? '']?.codes[0]?.code;
    const value = code ?? (item.control === 'yesNo' || item.control === 'trueOnly' ? 'true' : '1');
    const rowId = crypto.randomUUID();
    const own = { group: item.groups[0], rowNo: 0, rowNo2: 0, rowNo3: 0, rowId, sort: 1, deleted: false };
    const more = { token: world.second, ...(inRow && { rowNo: 0, rows: [own] }) };
    const saved = await world.save(
      caseKey,
      item.page,
      [itemValue(item.itemId, inRow ? [0] : [], value)],
      more,
    );
    expect(saved.status).toBe(200);
    const { saveNo = 0 } = (await moments(caseKey)).listInfo.at(-1) ?? {};
    const blind = (await moment(caseKey, saveNo, world.reader)).data;
    expect(JSON.stringify([blind.content.values, blind.replaced.values])).not.toContain(item.itemId);
    const seeing = (await moment(caseKey, saveNo, world.second)).data;
    expect(seeing.content.values.some(({ itemId }) => itemId === item.itemId)).toBe(true);
    const first: Side = { kind: 'moment', saveNo: 1 };
    const differs = (await compare(caseKey, first, { kind: 'version', caseKey })).data.listInfo;
    expect(differs.find(({ itemId }) => itemId === item.itemId)).toMatchObject({
      hidden: true,
      before: null,
      after: null,
    });
    const wrote = (await author(caseKey, item.itemId, inRow ? 1 : 0)).data.last;
    expect(wrote).toMatchObject({ hidden: true, before: null, after: null });
  });
});

describe('two sides of a case', () => {
  it('are versions: added, changed, removed, with what was said in rows that are gone', async () => {
    const { caseKey, next } = await aStory();
    await world.save(next, 'DM', [itemValue('D.4', [], '170')]);
    await world.server.call(setRowStatus, {
      params: { caseKey: next, page: 'AE' },
      body: { rowNos: [1], status: 'Y', reason: 'Entered twice', retrievedAt: LATER },
      token: world.editor,
    });
    await world.save(next, 'AE', [itemValue('E.i.1.1a', [0], 'Rash')], { rowNo: 0 });
    const { data } = await compare(next, { kind: 'version', caseKey }, { kind: 'version', caseKey: next });
    const entries = data.listInfo.map((one) => [
      one.page,
      one.itemId,
      one.rowNo,
      one.kind,
      one.before?.value,
      one.after?.value,
    ]);
    expect(entries.filter(([page]) => page !== 'CI')).toEqual([
      ['DM', 'D.1', 0, 'changed', 'B', 'C'],
      ['DM', 'D.4', 0, 'added', undefined, '170'],
      ['AE', 'E.i', 1, 'removed', undefined, undefined],
      ['AE', 'E.i.1.1a', 1, 'removed', 'Cough', undefined],
      ['AE', 'E.i', 2, 'added', undefined, undefined],
      ['AE', 'E.i.1.1a', 2, 'added', undefined, 'Rash'],
    ]);
    expect(data.rows).toEqual([
      { group: 'E.i', rowNo: 1, label: 'Cough' },
      { group: 'E.i', rowNo: 2, label: 'Rash' },
    ]);
  });

  it('are a moment and unsaved edits; with all, also what is the same', async () => {
    const { caseKey, next } = await aStory();
    const { listInfo } = await moments(caseKey);
    const draft: Side = { kind: 'draft', values: [itemValue('D.1', [], 'unsaved')], rows: [] };
    const older: Side = { kind: 'moment', saveNo: listInfo[2]?.saveNo ?? 0 };
    const { data } = await compare(next, older, draft, { all: true });
    expect(data.listInfo.find(({ itemId }) => itemId === 'D.1')).toMatchObject({
      kind: 'changed',
      before: { value: 'A' },
      after: { value: 'unsaved' },
    });
    expect(data.listInfo.find(({ itemId }) => itemId === 'E.i.1.1a')).toMatchObject({ kind: 'same' });
    // and nothing of it was stored
    expect((await world.page(next, 'DM')).data.values).toMatchObject([{ value: 'C' }]);
  });

  it('tell rows that stand elsewhere, not those that only got another number for their place', async () => {
    const { caseKey } = await world.aCase();
    for (const name of ['one', 'two', 'three'])
      await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], name)], { rowNo: 0 });
    const before = (await moments(caseKey)).listInfo.at(-1)?.saveNo ?? 0;
    const place = async (rowNo: number, sort: number) => {
      const { rows } = (await world.row(caseKey, 'AE', rowNo)).data;
      await world.save(caseKey, 'AE', [], { rowNo, rows: rows.map((row) => ({ ...row, sort })) });
    };
    await place(3, 30);
    const older: Side = { kind: 'moment', saveNo: before };
    expect((await compare(caseKey, older, { kind: 'version', caseKey })).data.listInfo).toEqual([]);
    await place(1, 40);
    const { data } = await compare(caseKey, older, { kind: 'version', caseKey });
    expect(new Set(data.listInfo.map(({ kind }) => kind))).toEqual(new Set(['moved']));
  });

  it('must be of the case', async () => {
    const [one, other] = [await world.aCase(), await world.aCase()];
    const mine: Side = { kind: 'version', caseKey: one.caseKey };
    expect(await compare(one.caseKey, mine, { kind: 'version', caseKey: other.caseKey })).toMatchObject({
      status: 404,
    });
    expect(await compare(one.caseKey, mine, { kind: 'moment', saveNo: 999 })).toMatchObject({ status: 404 });
  });
});

describe('who wrote this', () => {
  it('is the last one up to the version shown, with the value before', async () => {
    const { caseKey, next } = await aStory();
    expect((await author(caseKey, 'D.1')).data).toMatchObject({
      changes: 2,
      last: {
        versionNo: 1,
        reason: 'Second',
        source: 'screen',
        before: { value: 'A' },
        after: { value: 'B' },
        earlier: null,
      },
    });
    expect((await author(next, 'D.1')).data).toMatchObject({
      changes: 3,
      last: { versionNo: 2, reason: 'Third' },
    });
    expect((await author(next, 'D.2.1')).data).toEqual({ changes: 0, last: null });
  });

  it('knows the author of what came along with a version that became a case of its own', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'CI', [itemValue('C.1.1', [], 'KR-OWN-1')]);
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { token: world.second });
    const next = await followUp(caseKey);
    await world.save(next.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-OWN-2')]);
    const { last } = (await author(next.caseKey, 'D.1')).data;
    expect(last).toMatchObject({ userId: 'case.editor', earlier: { userId: 'sponsor.admin' } });
    const { listInfo, exact } = await moments(next.caseKey);
    expect(exact).toBe(true);
    expect(listInfo).toMatchObject([{ kind: 'disconnect', versionNo: 1 }]);
  });
});

describe('the catalogue of then', () => {
  it('is told as an appendix showed it, and refused where nobody kept it', async () => {
    const { version } = world.server.deps.catalogue.whole;
    const of = (name: string) =>
      world.server.call(readCatalogueOf, { params: { version: name, appendix: 'KR' }, token: world.reader });
    expect((await of(version)).data).toMatchObject({ version, appendix: 'KR' });
    expect(await of('nobody')).toMatchObject({ status: 404, errCode: 'NOT_FOUND' });
  });
});
