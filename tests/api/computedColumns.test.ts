/** A column of the case list that is computed: one entry in one file, for cases that are stored already, too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCases, saveColumnFilter, saveColumns } from '../../shared/contract/index.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';
import { startSchemaWorld, type SchemaWorld } from './schemaWorld.ts';

const FILE = 'lists/MU-CS.list.json';
const COLUMN = 'reactionCount';
const ENTRY = {
  column: COLUMN,
  label: { en: 'Reactions', ko: '이상사례 수', ja: '反応数', zh: '反应数' },
  filterType: 'BETWEEN_NUMERIC',
  kind: 'number',
  computed: 'rows("E.i")',
};

let files: SchemaWorld;
let world: CaseWorld;
let stored: { caseKey: number };
beforeAll(async () => {
  files = await startSchemaWorld();
  const before = await caseWorldOn(await files.start());
  stored = await before.aCase();
  await before.save(stored.caseKey, 'AE', reaction(0), { rowNo: 0 });
  const list = JSON.parse(files.read(FILE)) as { columns: { column: string }[] };
  files.write(FILE, JSON.stringify({ ...list, columns: [...list.columns, ENTRY] }, null, 2));
  world = await caseWorldOn(await files.start());
  await world.server.call(saveColumns, {
    params: { menuId: 'MU-CS' },
    body: { visible: ['caseNo', COLUMN] },
    token: world.editor,
  });
  await projectionsCurrent(world.server);
});
afterAll(() => files.stop());

const reaction = (rowNo: number) => [itemValue('E.i.1.1a', [rowNo], `Headache ${rowNo}`)];
const cellsOf = async (query: object = {}) => {
  const params = { rowCount: 100, ...query };
  const { data } = await world.server.call(listCases, { query: params, token: world.editor });
  return data.listInfo.map(({ rowKey, cells }) => [Number(rowKey), cells[COLUMN]] as const);
};

it('is there for cases that were stored before it, and follows their saves', async () => {
  expect(new Map(await cellsOf()).get(stored.caseKey)).toBe('1');
  await world.save(stored.caseKey, 'AE', reaction(0), { rowNo: 0 });
  expect(new Map(await cellsOf()).get(stored.caseKey)).toBe('2');
});

it('is what the list is ordered by', async () => {
  const counts = (await cellsOf({ sort: COLUMN, direction: 'asc' })).map(([, count]) => Number(count));
  expect(new Set(counts).size).toBeGreaterThan(1);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});

it('computes the worst seriousness of the reactions of a case', async () => {
  const { caseKey } = await world.aCase();
  await world.server.call(saveColumns, {
    params: { menuId: 'MU-CS' },
    body: { visible: ['caseNo', 'worstSeriousness'] },
    token: world.editor,
  });
  const worst = async () =>
    (
      await world.server.call(listCases, { query: { rowCount: 100 }, token: world.editor })
    ).data.listInfo.find(({ rowKey }) => Number(rowKey) === caseKey)?.codes['worstSeriousness'];
  const enter = (rowNo: number, item: string, value: string | { nullFlavor: string }) =>
    world.save(caseKey, 'AE', [itemValue(item, [rowNo], value)], { rowNo });
  expect(await worst()).toEqual(['3']);
  await enter(0, 'E.i.3.2f', { nullFlavor: 'NI' });
  expect(await worst()).toEqual(['4']);
  await enter(1, 'E.i.3.2c', 'true');
  expect(await worst()).toEqual(['2']);
  await enter(0, 'E.i.3.2a', 'true');
  expect(await worst()).toEqual(['1']);
});

describe('the order of work', () => {
  const list = async (query: Record<string, unknown>) =>
    (await world.server.call(listCases, { query, token: world.editor })).data;
  const ranked = async (query: Record<string, unknown>) =>
    (await list(query)).listInfo.map(({ rowKey, codes, cells }) => ({
      rowKey,
      rank: codes['priority']?.[0] ?? '',
      due: cells['dueDate'] ?? '99999999',
    }));

  beforeAll(async () => {
    await world.server.call(saveColumns, {
      params: { menuId: 'MU-CS' },
      body: { visible: ['caseNo', 'priority', 'dueDate'] },
      token: world.editor,
    });
  });

  it('is the first one of the list, by rank and then by due date, and the last one in reverse', async () => {
    const rows = await ranked({ rowCount: 100 });
    const inOrder = rows.toSorted((a, b) =>
      a.rank === b.rank ? a.due.localeCompare(b.due) : a.rank.localeCompare(b.rank),
    );
    expect(rows.map(({ rank, due }) => [rank, due])).toEqual(inOrder.map(({ rank, due }) => [rank, due]));
    expect(rows[0]?.rank).toBe('1');
    expect(new Set(rows.map(({ rank }) => rank)).size).toBeGreaterThan(3);
    const reverse = await ranked({ rowCount: 100, sort: 'priority', direction: 'desc' });
    expect(reverse.map(({ rowKey }) => rowKey)).toEqual(rows.map(({ rowKey }) => rowKey).toReversed());
  });

  it('is the same page by page', async () => {
    const whole = await ranked({ rowCount: 100 });
    const pages = [1, 2, 3, 4].map((pageNo) => ranked({ pageNo, rowCount: 10 }));
    expect((await Promise.all(pages)).flat()).toEqual(whole);
  });

  it('is what a filter by rank finds', async () => {
    const whole = await ranked({ rowCount: 100 });
    await world.server.call(saveColumnFilter, {
      params: { menuId: 'MU-CS', columnId: 'priority' },
      body: { filters: ['1', '4'].map((valueCode) => ({ filterType: 'CHECK', valueCode })) },
      token: world.editor,
    });
    const found = await ranked({ rowCount: 100 });
    expect(found).toEqual(whole.filter(({ rank }) => rank === '1' || rank === '4'));
  });
});
