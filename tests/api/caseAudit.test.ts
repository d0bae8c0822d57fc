/** The audit trail of a case as a list: of one case only, in the reader's language, and without a trace of hidden values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dropFilters,
  exportCaseAudit,
  listCaseAudit,
  readColumnFilter,
  readColumns,
  saveColumnFilter,
  setRowStatus,
  type FilterType,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { watchLoop } from './watchLoop.ts';

const MENU = 'MU-CS-AT';
/** Characters of a keyword. */
const MAX_KEYWORD = 200;
/** Processor time without a break. It was 6000 where each word was compared with every code of every item. */
const MAX_STRETCH_MS = 500;

let world: CaseWorld;
/** of the case editor, who may not see blinded values */
let caseKey: number;

beforeAll(async () => {
  world = await startCaseWorld();
  ({ caseKey } = await world.aCase());
  const { save, second } = world;
  await save(caseKey, 'DM', [
    itemValue('D.1', [], { value: 'A', notation: '가' }),
    itemValue('D.5', [], '1'),
  ]);
  await save(caseKey, 'DM', [itemValue('D.1', [], { nullFlavor: 'MSK' })], {
    token: second,
    reason: '개인정보',
  });
  await save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'rash'), itemValue('E.i.4', [0], '20240305')], {
    rowNo: 0,
  });
});
afterAll(() => world.server.stop());

const read = async (query: Record<string, unknown> = {}, token = world.reader, key = caseKey) =>
  (await world.server.call(listCaseAudit, { params: { caseKey: key }, query, token })).data;
const cells = async (query: Record<string, unknown> = {}, token = world.reader) =>
  (await read({ rowCount: 100, ...query }, token)).listInfo.map((row) => row.cells);
const filter = (columnId: string, filterType: FilterType, valueCode: string, token = world.reader) =>
  world.server.call(saveColumnFilter, {
    params: { menuId: MENU, columnId },
    body: { filters: [{ filterType, valueCode }] },
    token,
  });
const filtered = async (
  columnId: string,
  filterType: FilterType,
  valueCode: string,
  token = world.reader,
) => {
  await filter(columnId, filterType, valueCode, token);
  const found = await cells({}, token);
  await world.server.call(dropFilters, { params: { menuId: MENU }, token });
  return found.map(({ item }) => item);
};
const options = async (columnId: string, find: string, of: number | undefined, token = world.reader) =>
  (
    await world.server.call(readColumnFilter, {
      params: { menuId: MENU, columnId },
      query: { find, ...(of !== undefined && { of }) },
      token,
    })
  ).data.filters.map(({ valueLabel }) => valueLabel);
const file = async (query: Record<string, unknown>, token = world.reader) =>
  (
    await world.server.call(exportCaseAudit, {
      params: { caseKey },
      query: { format: 'CSV', ...query },
      token,
    })
  ).bytes.toString();

describe('the audit trail of a case as a list', () => {
  it('says each change in words, the newest save first, counted from the oldest', async () => {
    const { listInfo, pageInfo } = await read();
    expect(pageInfo).toMatchObject({ totalCount: listInfo.length, menuId: MENU });
    expect(listInfo.map((row) => row.cells)).toMatchObject([
      { item: expect.stringMatching(/./) as string, row: '1', action: 'Row added' },
      { after: 'rash', page: 'Reactions', row: '1' },
      { after: '2024-03-05' },
      {
        item: 'Patient name or initials',
        before: 'A (가)',
        after: '[MSK]',
        reason: '개인정보',
        user: 'sponsor.admin (Seo Ha-neul)',
        source: 'Screen',
        action: 'Changed',
      },
      { after: 'A (가)', action: 'Added' },
      { after: 'Male', item: 'Sex' },
      { item: 'Case' },
    ]);
    expect(listInfo.at(3)?.link).toBe(`case/${caseKey}/detail/DM?item=D.1`);
    expect(listInfo.at(-1)?.link).toBeNull();
  });

  it('is searched and filtered by what one reads, and by what is stored', async () => {
    expect((await cells({ keyword: 'haneul' })).length).toBe(0);
    expect((await cells({ keyword: 'ha-neul' })).map(({ after }) => after)).toEqual(['[MSK]']);
    expect((await cells({ keyword: 'male sex' })).map(({ after }) => after)).toEqual(['Male']);
    expect(await filtered('after', 'LIKE', 'male')).toEqual(['Sex']);
    expect(await filtered('after', 'LIKE', 'msk')).toEqual(['Patient name or initials']);
    expect(await filtered('before', 'LIKE', '가')).toEqual(['Patient name or initials']);
    expect(await filtered('after', 'LIKE', '2024-03')).toEqual([expect.stringMatching(/start/i)]);
    expect(await filtered('after', 'LIKE', '20240305')).toHaveLength(1);
    expect(await filtered('page', 'CHECK', 'AE')).toHaveLength(3);
    expect(await filtered('action', 'CHECK', 'rowAdd')).toHaveLength(1);
    expect(await filtered('user', 'LIKE_CHECK', 'sponsor.admin (Seo Ha-neul)')).toHaveLength(1);
    expect(await filtered('source', 'CHECK', 'import')).toEqual([]);
  });

  it('offers values of this case alone, and none where no case is named', async () => {
    const { caseKey: other } = await world.aCase();
    await world.save(other, 'DM', [itemValue('D.1', [], 'Z')], { reason: 'Only there' });
    expect(await options('reason', '', caseKey)).toContain('개인정보');
    expect(await options('reason', '', caseKey)).not.toContain('Only there');
    expect(await options('reason', '', other)).toContain('Only there');
    expect(await options('reason', '', undefined)).toEqual([]);
  });

  it('is exported as it is filtered', async () => {
    await filter('page', 'CHECK', 'DM');
    const lines = (await file({ keyword: 'patient' })).trim().split('\r\n');
    await world.server.call(dropFilters, { params: { menuId: MENU }, token: world.reader });
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('[MSK]');
    expect(lines.join()).not.toContain('rash');
  });

  it('is of a case the reader may see', async () => {
    const limited = await world.userOfSender('only.second', 2);
    const hidden = await world.aCase(1);
    for (const caseKey of [hidden.caseKey, 999_999]) {
      const refused = { status: 404, errCode: 'CASE_NOT_FOUND' };
      const request = { params: { caseKey }, token: limited };
      expect(await world.server.call(listCaseAudit, request)).toMatchObject(refused);
      expect(await world.server.call(exportCaseAudit, request)).toMatchObject(refused);
      const params = { menuId: MENU, columnId: 'reason' };
      expect(
        await world.server.call(readColumnFilter, { params, query: { of: caseKey }, token: limited }),
      ).toMatchObject(refused);
    }
  });
});

describe('blinded values in it', () => {
  let rowNo: number;
  beforeAll(async () => {
    const saved = await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'A')], { rowNo: 0 });
    rowNo = saved.data.rowNo ?? 1;
    await world.save(caseKey, 'DG', [itemValue('FDA.G.k.10a', [rowNo], '1')], { rowNo, token: world.second });
  });
  const BLINDED = 'FDA.G.k.10a';
  const found = async (query: Record<string, unknown>, token: string) =>
    (await read({ rowCount: 100, ...query }, token)).listInfo.length;

  it('are told to those with the flag; to others only that there was a change', async () => {
    const seen = (await cells({}, world.second))[0];
    const unseen = (await cells())[0];
    expect(seen?.['after']).toBeTruthy();
    expect(unseen).toEqual({ ...seen, after: undefined });
  });

  it('are found by nobody else: by no filter, order, keyword or file', async () => {
    const { after = '' } = (await cells({}, world.second))[0] ?? {};
    const itemName = (await cells())[0]?.['item'];
    for (const text of ['1', after]) {
      expect(await filtered('after', 'LIKE', text, world.second)).toContain(itemName);
      expect(await filtered('after', 'LIKE', text)).not.toContain(itemName);
    }
    // those without a value keep their order
    const ordered = await cells({ sort: 'after', direction: 'asc' });
    const firstEmpty = ordered.findIndex((row) => row['after'] === undefined);
    expect(ordered.findIndex(({ item }) => item === itemName)).toBeGreaterThanOrEqual(firstEmpty);
    expect(await found({ keyword: `${BLINDED} ${after}` }, world.second)).toBe(1);
    expect(await found({ keyword: `${BLINDED} ${after}` }, world.reader)).toBe(0);
    expect(await file({ keyword: BLINDED }, world.second)).toContain(after);
    expect(await file({ keyword: BLINDED })).not.toContain(after);
    expect(await options('itemId', 'FDA', caseKey)).toContain(BLINDED);
  });
});

it('has columns of its own, of which a user chooses as of any list', async () => {
  const { data } = await world.server.call(readColumns, { params: { menuId: MENU }, token: world.reader });
  expect(data.listInfo.filter(({ visible }) => visible === 'N').map(({ columnId }) => columnId)).toEqual([
    'itemId',
    'versionNo',
    'changes',
    'place',
  ]);
});

it('has a view of a row for each save, with the number of its changes', async () => {
  const saves = await cells({ view: -1 });
  expect(saves.map(({ reason, changes }) => [reason, changes]).slice(-3)).toEqual([
    ['개인정보', '1'],
    [expect.any(String), '2'],
    [expect.any(String), '1'],
  ]);
  expect(Object.keys(saves[0] ?? {})).not.toContain('item');
});

it('finds a code of a dictionary by its term', async () => {
  const { caseKey: key } = await world.aCase();
  await world.save(key, 'AE', [itemValue('E.i.2.1b', [0], '10019211')], { rowNo: 0 });
  const after = async (query: Record<string, unknown>) =>
    (await read(query, world.reader, key)).listInfo.map(({ cells: row }) => row['after']);
  const [term = ''] = (await after({})).filter((text) => text && /^[A-Z]/.test(text));
  expect(term).not.toContain('10019211');
  expect(await after({ keyword: term.toLowerCase() })).toEqual([term]);
});

it('holds up nobody, whatever is searched for', async () => {
  const { caseKey: key } = await world.aCase();
  // a sign that reads as four words, and words that are in the words of most codes
  const keywords = ['\u{fdfa} '.repeat(MAX_KEYWORD / 2), [...'abcdefghijklmnopqrstuvwxyz'].join(' ')];
  await read({ keyword: 'a' }, world.reader, key);
  const loop = watchLoop();
  for (const keyword of keywords) expect((await read({ keyword }, world.reader, key)).listInfo).toEqual([]);
  const stretch = loop.takeMax();
  loop.stop();
  expect(stretch).toBeLessThan(MAX_STRETCH_MS);
});

it('says of a deleted row what it said', async () => {
  const { caseKey: key } = await world.aCase();
  const row = [itemValue('E.i.1.1a', [0], 'rash'), itemValue('E.i.7', [0], '3')];
  await world.save(key, 'AE', row, { rowNo: 0 });
  const body = { rowNos: [1], status: 'Y', reason: 'Wrong', retrievedAt: LATER };
  await world.server.call(setRowStatus, { params: { caseKey: key, page: 'AE' }, body, token: world.editor });
  const [deleted] = (await read({}, world.reader, key)).listInfo;
  expect(deleted?.cells).toMatchObject({ before: expect.stringMatching(/rash · .*Not recovered/i) });
  const actionsWith = async (keyword: string) =>
    (await read({ keyword }, world.reader, key)).listInfo.map(({ cells: { action } }) => action);
  expect(await actionsWith('rash')).toEqual(['Row deleted', 'Added']);
  expect(await actionsWith('not recovered')).toEqual(['Row deleted', 'Added']);
  await filter('before', 'LIKE', 'rash');
  const found = await read({ sort: 'before' }, world.reader, key);
  await world.server.call(dropFilters, { params: { menuId: MENU }, token: world.reader });
  expect(found.listInfo.map(({ cells: { action } }) => action)).toEqual(['Row deleted']);
});

it('says of a flag yes or no', async () => {
  const { caseKey: key } = await world.aCase();
  await world.status(key, 'DELETE', 'Y');
  const [deleted] = (await read({ language: 'ko' }, world.reader, key)).listInfo;
  expect(deleted?.cells).toMatchObject({ item: '삭제', before: '아니오', after: '예' });
});
