/** Columns and filters of the case list: any item of a case may be one. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dropColumnFilter,
  dropFilters,
  exportCases,
  listCases,
  createFollowUp,
  readColumnFilter,
  readColumns,
  saveColumnFilter,
  saveColumns,
} from '../../shared/contract/index.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';

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
    itemValue('C.1.3', [], '1'),
    itemValue('C.1.2', [], '20240305143015'),
    itemValue('C.1.8.1', [], '=SUM(A1)'),
  ]);
  await world.save(second.caseKey, 'CI', [itemValue('C.1.3', [], '2'), itemValue('C.1.2', [], '20240410')]);
  for (const [caseKey, dose] of [
    [first.caseKey, '20'],
    [second.caseKey, '-5'],
  ] as const) {
    const row = (group: string, rowNo: number, rowNo2: number, deleted = false) => ({
      group,
      rowNo,
      rowNo2,
      rowNo3: 0,
      rowId: crypto.randomUUID(),
      sort: rowNo2,
      deleted,
    });
    await world.save(
      caseKey,
      'DG',
      [
        itemValue('G.k.2.2', [0], `Product ${caseKey}`),
        itemValue('G.k.4.r.1a', [0, 1], dose),
        itemValue('G.k.4.r.1a', [0, 2], '700'),
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
  const keys = (await list()).listInfo.map(({ rowKey }) => rowKey);
  return [first, second].filter(({ caseKey }) => keys.includes(String(caseKey))).map(({ caseNo }) => caseNo);
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

    const row = (await list()).listInfo.find(({ rowKey }) => rowKey === String(first.caseKey));
    // the second dosage is deleted
    expect(row).toMatchObject({
      cells: { 'G.k.4.r.1a': '20', caseNo: first.caseNo, 'C.1.3': expect.stringMatching(/^Spontaneous/) },
      delFlag: 'N',
      link: `case/${first.caseKey}/detail`,
    });
  });

  it('need not be there for a row to have a name', async () => {
    await world.server.call(saveColumns, {
      params: MENU,
      body: { visible: ['C.1.3'] },
      token: world.editor,
    });
    const row = (await list()).listInfo.find(({ rowKey }) => rowKey === String(first.caseKey));
    expect(row).toMatchObject({
      name: first.caseNo,
      cells: expect.not.objectContaining({ caseNo: first.caseNo }),
    });
    await world.server.call(saveColumns, {
      params: MENU,
      body: { visible: ['G.k.4.r.1a', 'caseNo', 'C.1.3'] },
      token: world.editor,
    });
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
    // only a deleted row contains it
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

  it.each([
    ['mostRecent', [{ filterType: 'LIKE', valueCode: '2024' }], 'another way'],
    [
      'mostRecent',
      [{ filterType: 'BETWEEN_DATE', valueCode: '20241399' }],
      'this day or time does not exist',
    ],
    ['mostRecent', [{ filterType: 'BETWEEN_DATE', valueCode: '2024-01-02' }], 'YYYYMMDD'],
    [
      'mostRecent',
      [{ filterType: 'BETWEEN_DATE', valueCode: '20240402', valueCode2: '202403' }],
      'after the end',
    ],
    [
      'updatedAt',
      [{ filterType: 'BETWEEN_DATE_TIME', valueCode: '2024040225' }],
      'this day or time does not exist',
    ],
    ['daysLeft', [{ filterType: 'BETWEEN_NUMERIC', valueCode: 'three' }], 'whole number'],
    ['daysLeft', [{ filterType: 'BETWEEN_NUMERIC', valueCode: '9', valueCode2: '3' }], 'after the end'],
    ['country', [{ filterType: 'CHECK', valueCode: 'Korea' }], 'option'],
    [
      'caseNo',
      [
        { filterType: 'LIKE', valueCode: 'a' },
        { filterType: 'LIKE', valueCode: 'b' },
      ],
      'one entry',
    ],
  ])('of %s are refused as %j', async (columnId, filters, why) => {
    await dropAll();
    const refused = await filter(columnId, filters);
    expect(refused).toMatchObject({ status: 400, errCode: 'FILTER_REFUSED', details: { columnId } });
    expect(refused.errMsg).toContain(why);
    const korean = await world.server.call(saveColumnFilter, {
      params: { ...MENU, columnId },
      query: { language: 'ko' },
      body: { filters },
      token: world.editor,
    });
    expect(korean.errMsg).toMatch(/\p{Script=Hangul}/u);
    expect((await columns()).some(({ filtered }) => filtered === 'Y')).toBe(false);
  });

  it('of moments mean days and times where the user is', async () => {
    await dropAll();
    // one in the morning of the 6th in Seoul
    await world.query((trx) =>
      sql`update pv_case set updated_at = '2024-03-05T16:00:00Z' where case_key = ${first.caseKey}`.execute(
        trx,
      ),
    );
    const between = async (from: string, to: string) => {
      await filter('updatedAt', [{ filterType: 'BETWEEN_DATE_TIME', valueCode: from, valueCode2: to }]);
      return found();
    };
    expect(await between('20240306', '20240306')).toEqual([first.caseNo]);
    expect(await between('20240305', '20240305')).toEqual([]);
    expect(await between('202403060100', '202403060100')).toEqual([first.caseNo]);
    expect(await between('20240306010001', '')).toEqual([second.caseNo]);
    const shown = (await columns()).find(({ columnId }) => columnId === 'updatedAt');
    expect(shown).toMatchObject({ kind: 'dateTime', filterText: '≥ 2024-03-06 01:00:01' });
  });

  it('find what occurs by a text, chosen values first; all that occur are none', async () => {
    await dropAll();
    const options = async (find?: string) =>
      (
        await world.server.call(readColumnFilter, {
          params: { ...MENU, columnId: 'productName' },
          query: { ...(find && { find }) },
          token: world.editor,
        })
      ).data.filters;
    const all = (await options()).map(({ valueCode }) => valueCode);
    expect(all).toContain(`Product ${first.caseKey}`);
    expect(new Set(all).size).toBe(all.length);
    await filter('productName', [{ filterType: 'LIKE_CHECK', valueCode: `Product ${second.caseKey}` }]);
    expect(await found()).toEqual([second.caseNo]);
    expect(await options(`product ${first.caseKey}`)).toMatchObject([
      { valueCode: `Product ${second.caseKey}`, selected: 'Y' },
      { valueCode: `Product ${first.caseKey}`, selected: 'N' },
    ]);
    await filter('productName', [
      { filterType: 'LIKE_CHECK', valueCode: '', valueCode2: `PRODUCT ${first.caseKey}` },
      { filterType: 'LIKE_CHECK', valueCode: `Product ${second.caseKey}` },
    ]);
    expect((await found()).toSorted()).toEqual([first.caseNo, second.caseNo].toSorted());
    await filter(
      'productName',
      all.map((valueCode) => ({ filterType: 'LIKE_CHECK', valueCode })),
    );
    expect((await columns()).some(({ filtered }) => filtered === 'Y')).toBe(false);
  });
});

describe('scope', () => {
  it('holds for rows, count, options and file', async () => {
    const other = await world.aCase(2);
    await world.save(other.caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Only of Basel')], { rowNo: 0 });
    const token = await world.userOfSender('only.basel', 2);
    const { listInfo, pageInfo } = await list(token);
    const mine = await world.query((trx) =>
      trx
        .selectFrom('pv_case')
        .select('case_key')
        .where('sender_key', '=', 2)
        .where('latest', '=', true)
        .where('del_flag', '=', 'N')
        .execute(),
    );
    const keys = mine.map(({ case_key }) => String(case_key));
    expect(listInfo.map(({ rowKey }) => rowKey).toSorted()).toEqual(keys.toSorted());
    expect(pageInfo.totalCount).toBe(keys.length);
    const seen = async (columnId: string) =>
      (await world.server.call(readColumnFilter, { params: { ...MENU, columnId }, token })).data.filters;
    const products = (await seen('productName')).map(({ valueCode }) => valueCode);
    expect(products).toContain('Only of Basel');
    expect(products).not.toContain(`Product ${first.caseKey}`);
    expect((await seen('sender')).map(({ valueCode }) => valueCode)).toEqual(['2']);
    const file = await world.server.call(exportCases, { query: { format: 'CSV' }, token });
    expect(file.bytes.toString('utf8').split('\r\n')).toHaveLength(keys.length + 2);
    expect(file.bytes.toString('utf8')).not.toContain(first.caseNo);
  });
});

describe('values of items that are filtered by', () => {
  const listValues = async (itemId: string) =>
    (
      await world.query((trx) =>
        trx
          .selectFrom('case_item_value')
          .select(['case_key', 'value'])
          .where('item_id', '=', itemId)
          .where('case_key', 'in', [first.caseKey, second.caseKey])
          .orderBy('case_key')
          .execute(),
      )
    ).map(({ value }) => value);

  it('are taken in of all cases, without struck rows, and follow each save', async () => {
    await dropAll();
    const dose = 'G.k.4.r.1a';
    await filter(dose, [{ filterType: 'BETWEEN_NUMERIC', valueCode: '10', valueCode2: '30' }]);
    await projectionsCurrent(world.server);
    expect(await listValues(dose)).toEqual(['20', '-5']);
    expect(await found()).toEqual([first.caseNo]);
    await world.save(second.caseKey, 'DG', [itemValue(dose, [1, 1], '25')], { rowNo: 1 });
    expect(await listValues(dose)).toEqual(['20', '25']);
    expect((await found()).toSorted()).toEqual([first.caseNo, second.caseNo].toSorted());
    await world.save(second.caseKey, 'DG', [itemValue(dose, [1, 1], { value: null })], { rowNo: 1 });
    // its row is still there
    expect(await listValues(dose)).toEqual(['20', null]);
  });
});

it('counts the cases that an item finds as it lists them, whatever becomes of their versions', async () => {
  await dropAll();
  const ofBoth = [
    { filterType: 'CHECK', valueCode: '1' },
    { filterType: 'CHECK', valueCode: '3' },
  ];
  await filter('C.1.3', ofBoth);
  await projectionsCurrent(world.server);
  const counted = async (deleted: 'Y' | 'N' | 'ALL' = 'N', token = world.editor) => {
    const query = { rowCount: 100, deleted };
    const { listInfo, pageInfo } = (await world.server.call(listCases, { query, token })).data;
    expect(pageInfo.totalCount).toBe(listInfo.length);
    return pageInfo.totalCount;
  };
  const before = await counted();
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'CI', [itemValue('C.1.3', [], '3')]);
  expect(await counted()).toBe(before + 1);
  await world.status(caseKey, 'DELETE', 'Y');
  expect(await counted()).toBe(before);
  expect(await counted('ALL')).toBe(before + 1);
  await world.status(caseKey, 'DELETE', 'N');
  expect(await counted()).toBe(before + 1);
  const { data: newer } = await world.server.call(createFollowUp, {
    params: { caseKey },
    body: { reason: '' },
    token: world.editor,
  });
  expect(await counted()).toBe(before + 1);
  await world.save(newer.caseKey, 'CI', [itemValue('C.1.3', [], '2')]);
  expect(await counted()).toBe(before);
});

it('is exported as it is seen: filters, columns and their order; no text becomes a formula', async () => {
  await dropAll();
  const body = { visible: ['caseNo', 'C.1.8.1', 'G.k.4.r.1a'] };
  await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
  await filter('C.1.8.1', [{ filterType: 'LIKE', valueCode: 'sum' }]);
  const { bytes, headers } = await world.server.call(exportCases, {
    query: { format: 'CSV' },
    token: world.editor,
  });
  expect(headers.get('content-disposition')).toMatch(/Cases \d{4}-?\d\d-?\d\d\.csv/);
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines[0]?.charCodeAt(0)).toBe(0xfeff);
  expect(lines.slice(1)).toEqual([`${first.caseNo},'=SUM(A1),20`, '']);
});

it('says of an item what stands in each row, in their order, without struck rows', async () => {
  const { caseKey, caseNo } = await world.aCase();
  for (const name of ['one', 'two', 'three', 'four'])
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], name)], { rowNo: 0 });
  const change = async (rowNo: number, properties: object) => {
    const { rows } = (await world.row(caseKey, 'AE', rowNo)).data;
    await world.save(caseKey, 'AE', [], { rowNo, rows: rows.map((row) => ({ ...row, ...properties })) });
  };
  await change(1, { sort: 30 });
  await change(2, { deleted: true });
  const cellOf = async (visible: string[]) => {
    await world.server.call(saveColumns, { params: MENU, body: { visible }, token: world.editor });
    const { data } = await world.server.call(listCases, { query: { keyword: caseNo }, token: world.editor });
    return data.listInfo[0]?.cells['E.i.1.1a'];
  };
  await dropAll();
  expect(await cellOf(['E.i.1.1a'])).toBe('three; four; one');
  // beside an item without a value, and one in rows inside the row
  expect(await cellOf(['E.i.1.1a', 'E.i.8', 'G.k.4.r.1a'])).toBe('three; four; one');
});

it('keeps the places of rows in which an item has no value, as other items have them', async () => {
  const { caseKey, caseNo } = await world.aCase();
  const products: [name: string, total: string | null, doses: string[]][] = [
    ['one', '100', ['5', '7']],
    ['two', null, []],
    ['three', '300', ['9']],
  ];
  for (const [name, total, doses] of products) {
    const rows = doses.map((_, index) => ({
      group: 'G.k.4.r',
      rowNo: 0,
      rowNo2: index + 1,
      rowNo3: 0,
      rowId: crypto.randomUUID(),
      sort: index + 1,
      deleted: false,
    }));
    const values = [
      itemValue('G.k.2.2', [0], name),
      ...(total === null ? [] : [itemValue('G.k.5a', [0], total)]),
      ...doses.map((dose, index) => itemValue('G.k.4.r.1a', [0, index + 1], dose)),
    ];
    await world.save(caseKey, 'DG', values, { rowNo: 0, rows });
  }
  const visible = ['G.k.2.2', 'G.k.5a', 'G.k.4.r.1a'];
  await world.server.call(saveColumns, { params: MENU, body: { visible }, token: world.editor });
  await dropAll();
  const { data } = await world.server.call(listCases, { query: { keyword: caseNo }, token: world.editor });
  expect(data.listInfo[0]?.cells).toMatchObject({
    'G.k.2.2': 'one; two; three',
    'G.k.5a': '100; ; 300',
    'G.k.4.r.1a': '5; 7 |  | 9',
  });
});

it('says of an item in rows of another page what stands in them, without a column of that page', async () => {
  const { caseKey, caseNo } = await world.aCase();
  for (const name of ['one', 'two'])
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], name)], { rowNo: 0 });
  await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'A drug')], { rowNo: 0 });
  const intervals = [itemValue('G.k.9.i.3.1a', [1, 1], '3'), itemValue('G.k.9.i.3.1a', [1, 2], '5')];
  await world.save(caseKey, 'DG', intervals, { rowNo: 1 });
  await world.server.call(saveColumns, {
    params: MENU,
    body: { visible: ['G.k.9.i.3.1a'] },
    token: world.editor,
  });
  await dropAll();
  const { data } = await world.server.call(listCases, { query: { keyword: caseNo }, token: world.editor });
  expect(data.listInfo[0]?.cells).toEqual({ 'G.k.9.i.3.1a': '3; 5' });
});
