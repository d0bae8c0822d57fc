/** Columns and filters of the case list: any item of a case may be one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dropColumnFilter,
  dropFilters,
  exportCases,
  listCases,
  readColumnFilter,
  readColumns,
  saveColumnFilter,
  saveColumns,
} from '../../shared/contract/index.ts';
import { says, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const MENU = { menuId: 'MU-CS' };
const US = { appendix: 'US' };

let world: CaseWorld;
let first: { caseKey: number; caseNo: string };
let second: { caseKey: number; caseNo: string };

beforeAll(async () => {
  world = await startCaseWorld();
  first = await world.aCase();
  second = await world.aCase();
  await world.save(first.caseKey, 'CI', [
    says('C.1.3', [], '1'),
    says('C.1.2', [], '20240305143015'),
    says('C.1.8.1', [], '=SUM(A1)'),
  ]);
  await world.save(second.caseKey, 'CI', [says('C.1.3', [], '2'), says('C.1.2', [], '20240410')]);
  for (const [caseKey, dose] of [
    [first.caseKey, '20'],
    [second.caseKey, '-5'],
  ] as const) {
    const row = (group: string, rowNo: number, rowNo2: number, deleted = false) => ({
      ...{ group, rowNo, rowNo2, rowNo3: 0, rowId: crypto.randomUUID(), sort: rowNo2, deleted },
    });
    await world.save(
      caseKey,
      'DG',
      [
        says('G.k.2.2', [0], `Product ${caseKey}`),
        says('G.k.4.r.1a', [0, 1], dose),
        says('G.k.4.r.1a', [0, 2], '700'),
      ],
      { rowNo: 0, rows: [row('G.k.4.r', 0, 1), row('G.k.4.r', 0, 2, true)] },
    );
  }
});
afterAll(() => world.server.stop());

const columns = async (token = world.editor, query: object = US) =>
  (await world.server.call(readColumns, { params: MENU, query: { ...query }, token })).data.listInfo;
const filter = (columnId: string, filters: object[], token = world.editor) =>
  world.server.call(saveColumnFilter, { params: { ...MENU, columnId }, body: { filters }, token });
const dropAll = () => world.server.call(dropFilters, { params: MENU, token: world.editor });
const list = async (token = world.editor) =>
  (await world.server.call(listCases, { query: { rowCount: 100 }, token })).data;
/** which of the two cases are in the list */
const found = async () => {
  const keys = (await list()).listInfo.map(({ caseKey }) => caseKey);
  return [first, second].filter(({ caseKey }) => keys.includes(caseKey)).map(({ caseNo }) => caseNo);
};

describe('columns', () => {
  it('are those of the list, then every item of the case with the filter of its kind', async () => {
    const all = await columns();
    expect(all[0]).toMatchObject({ columnId: 'caseNo', visible: 'Y', filterType: 'LIKE' });
    const typeOf = (id: string) => all.find(({ columnId }) => columnId === id)?.filterType;
    expect(typeOf('C.1.3')).toBe('CHECK');
    expect(typeOf('C.1.2')).toBe('BETWEEN_DATE');
    expect(typeOf('G.k.4.r.1a')).toBe('BETWEEN_NUMERIC');
    expect(typeOf('H.1')).toBe('LIKE');
    expect(typeOf('FDA.D.12')).toBeDefined();
    expect((await columns(world.editor, { appendix: 'KR' })).map(({ columnId }) => columnId)).not.toContain(
      'FDA.D.12',
    );
  });

  it('are kept for the user who chose them, and say in words what the cases say', async () => {
    const visible = ['G.k.4.r.1a', 'caseNo', 'C.1.3'];
    const body = { visible };
    await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
    const shown = (await columns()).filter((column) => column.visible === 'Y');
    expect(shown.map(({ columnId }) => columnId)).toEqual(visible);
    expect((await columns(world.second)).find(({ columnId }) => columnId === 'C.1.3')?.visible).toBe('N');

    const row = (await list()).listInfo.find(({ caseKey }) => caseKey === first.caseKey);
    // the second dosage is struck
    expect(row?.items).toEqual({ 'G.k.4.r.1a': '20', 'C.1.3': expect.stringMatching(/^Spontaneous/) });
  });

  it('are refused by name where there is none of that name', async () => {
    const body = { visible: ['caseNo', 'X.1'] };
    const refused = await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
    expect(refused).toMatchObject({ status: 404, errCode: 'COLUMN_NOT_FOUND' });
    expect(refused.errMsg).toContain('X.1');
  });
});

describe('filters', () => {
  it.each([
    ['C.1.3', [{ filterType: 'CHECK', valueCode: '1' }], 'first'],
    ['C.1.8.1', [{ filterType: 'LIKE', valueCode: 'sum(' }], 'first'],
    ['C.1.8.1', [{ filterType: 'LIKE', valueCode: '[$ALL$]' }], 'first'],
    ['C.1.2', [{ filterType: 'BETWEEN_DATE', valueCode: '20240401', valueCode2: '20240430' }], 'second'],
    ['C.1.2', [{ filterType: 'BETWEEN_DATE', valueCode: '', valueCode2: '20240305' }], 'first'],
    ['G.k.4.r.1a', [{ filterType: 'BETWEEN_NUMERIC', valueCode: '10', valueCode2: '30' }], 'first'],
    ['G.k.4.r.1a', [{ filterType: 'BETWEEN_NUMERIC', valueCode: '-9', valueCode2: '0' }], 'second'],
    // it stands in a struck row only
    ['G.k.4.r.1a', [{ filterType: 'BETWEEN_NUMERIC', valueCode: '700' }], 'none'],
  ])('of %s find by %j', async (columnId, filters, expected) => {
    await dropAll();
    expect((await filter(columnId, filters)).status).toBe(200);
    const wanted = { first: [first.caseNo], second: [second.caseNo], none: [] }[expected];
    expect(await found()).toEqual(wanted);
    expect((await columns()).find((column) => column.columnId === columnId)?.filtered).toBe('Y');
  });

  it('hold together, also those of columns that are not seen; others have their own', async () => {
    await dropAll();
    await filter('C.1.3', [{ filterType: 'CHECK', valueCode: '1' }]);
    await filter('caseNo', [{ filterType: 'LIKE', valueCode: second.caseNo }]);
    expect(await found()).toEqual([]);
    expect((await list(world.second)).pageInfo.totalCount).toBeGreaterThan(1);
    await world.server.call(dropColumnFilter, {
      params: { ...MENU, columnId: 'C.1.3' },
      token: world.editor,
    });
    expect(await found()).toEqual([second.caseNo]);
  });

  it('show every option with the chosen ones marked; all of them are none', async () => {
    await dropAll();
    await filter('C.1.3', [{ filterType: 'CHECK', valueCode: '2' }]);
    const saved = await world.server.call(readColumnFilter, {
      params: { ...MENU, columnId: 'C.1.3' },
      token: world.editor,
    });
    const options = saved.data.filters;
    expect(options.filter(({ selected }) => selected === 'Y').map(({ valueCode }) => valueCode)).toEqual([
      '2',
    ]);
    expect(options.length).toBeGreaterThan(2);
    await filter(
      'C.1.3',
      options.map(({ filterType, valueCode }) => ({ filterType, valueCode })),
    );
    expect((await columns()).some(({ filtered }) => filtered === 'Y')).toBe(false);
  });

  it('of another type than the column has are refused with their place', async () => {
    const refused = await filter('C.1.2', [{ filterType: 'LIKE', valueCode: '2024' }]);
    expect(refused).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
    expect(refused.errMsg).toContain('BETWEEN_DATE');
  });
});

it('is exported as it is seen: filters, columns and their order; no text becomes a formula', async () => {
  await dropAll();
  const body = { visible: ['caseNo', 'C.1.8.1', 'G.k.4.r.1a'] };
  await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
  await filter('C.1.8.1', [{ filterType: 'LIKE', valueCode: 'sum' }]);
  const { bytes, headers } = await world.server.call(exportCases, { query: {}, token: world.editor });
  expect(headers.get('content-disposition')).toMatch(/cases-\d{4}-\d\d-\d\d\.csv/);
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines[0]?.charCodeAt(0)).toBe(0xfeff);
  expect(lines.slice(1)).toEqual([`${first.caseNo},'=SUM(A1),20`, '']);
});
