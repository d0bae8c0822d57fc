/** What holds for every list of the product: its descriptor, its source in SQL, and the laws of filters and pages. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { FilterType } from '../../shared/contract/menus.ts';
import { SCHEMAS_DIR } from '../../server/catalogue/readSourceTexts.ts';
import { answerList } from '../../server/lists/answerList.ts';
import { columnPasses } from '../../server/lists/filterSql.ts';
import { faultOf } from '../../server/lists/filterEntries.ts';
import type { ListCaller, ListReading, ListSource } from '../../server/lists/listSource.ts';
import { deleteFilters, putFilter, putUserList } from '../../server/lists/userLists.store.ts';
import { findSessionUser } from '../../server/http/session.ts';
import { inSponsor } from '../../server/storage/database.ts';
import type { FilterEntry } from '../../server/storage/tables.ts';
import { passesInWords } from './filterMeaning.ts';
import { addListSubjects } from './listSubjects.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let caller: ListCaller;

beforeAll(async () => {
  // without its jobs: what they derive would come in between
  server = await startTestServer({ env: { ROLE: 'api' } });
  const user = await findSessionUser(server.db, await server.token('system.admin'), 1, server.clock.now());
  caller = { user, language: 'en', appendix: 'US' };
  await addListSubjects(server, user);
});
afterAll(() => server.stop());

const mounted = () => [...server.app.lists.values()].map(({ source }) => source);

const MIN_PAGE = 13;
/** of a list, whatever its length */
const PAGES = 4;
const MENUS = readdirSync(join(SCHEMAS_DIR, 'lists')).map((file) => file.replace('.list.json', ''));

const SAMPLES: Readonly<Record<FilterType, Omit<FilterEntry, 'filterType'>>> = {
  LIKE: { valueCode: 'a' },
  LIKE_ALL: { valueCode: '[$ALL$]' },
  LIKE_CHECK: { valueCode: '1' },
  CHECK: { valueCode: '1' },
  BETWEEN_DATE: { valueCode: '2020', valueCode2: '20240305' },
  BETWEEN_DATE_TIME: { valueCode: '202001', valueCode2: '20240305143015' },
  BETWEEN_NUMERIC: { valueCode: '1', valueCode2: '20' },
};

/** Whole numbers that a filter takes and no column has. */
const FAR: readonly Omit<FilterEntry, 'filterType'>[] = [
  { valueCode: '999999999999999' },
  { valueCode: '-999999999999999', valueCode2: '-3000000000' },
];
const ALL_NUMBERS = { valueCode: '-999999999999999', valueCode2: '999999999999999' };

/** a list that is of something is read of the first case */
const readList = (source: ListSource, query: object = {}) =>
  answerList(server.deps, source.scopeTo ? { ...caller, of: 1 } : caller, source, query);

describe('every list', () => {
  it('has a descriptor for each source and a source for each descriptor', () => {
    const listed = mounted().map(({ menuId }) => menuId);
    expect(listed.toSorted()).toEqual(Object.keys(server.deps.catalogue.lists).toSorted());
  });

  it('has in its source what its descriptor names', () => {
    for (const { menuId, name, columns } of mounted()) {
      const named = server.deps.catalogue.lists[menuId]?.columns ?? [];
      const missing = named
        .filter(({ column, computed, ranks }) => !computed && !ranks && !columns[column])
        .map(({ column }) => column);
      expect(missing, `columns of ${menuId} that the source has not`).toEqual([]);
      expect(columns[name], `the name of the rows of ${menuId}`).toBeDefined();
      const wordless = named.filter(({ column, codesOfSource }) => codesOfSource && !columns[column]?.codes);
      expect(wordless, `columns of ${menuId} whose source has no codes`).toEqual([]);
    }
  });

  it.each(MENUS)('of menu %s is filtered and ordered by each of its columns', async (menuId) => {
    const source = server.app.lists.get(menuId)?.source;
    if (!source) throw new Error(`nobody mounts the list ${menuId}`);
    const list = { sponsorKey: 1, userKey: caller.user.userKey, menuId };
    const all = (await readList(source, { deleted: 'ALL' })).pageInfo.totalCount;
    const columns = server.deps.catalogue.lists[menuId]?.columns ?? [];
    for (const [index, { column, filterType, sortable }] of columns.entries()) {
      const type = filterType as FilterType;
      const entries = [{ filterType: type, ...SAMPLES[type] }];
      await inSponsor(server.db, 1, (trx) => putFilter(trx, list, column, entries));
      const { pageInfo } = await readList(source, { deleted: 'ALL' });
      expect(pageInfo.totalCount, column).toBeLessThanOrEqual(all);
      await inSponsor(server.db, 1, (trx) => deleteFilters(trx, list));
      const direction = index % 2 === 0 ? 'asc' : 'desc';
      if (sortable !== false) await pagesAreWhole(source, { sort: column, direction }, all);
    }
  });

  it('has what its actions read in the rows of users who have hidden the column', async () => {
    const withRows: string[] = [];
    for (const source of mounted()) {
      const { menuId } = source;
      const columns = server.deps.catalogue.lists[menuId]?.columns ?? [];
      const always = columns.filter((column) => column.always).map(({ column }) => column);
      if (always.length === 0) continue;
      const read = async () => {
        const { listInfo } = await readList(source, { deleted: 'ALL', rowCount: 100 });
        return listInfo.map(({ rowKey, cells, codes }) =>
          always.map((column) => [rowKey, column, cells[column], codes[column]]),
        );
      };
      const list = { sponsorKey: 1, userKey: caller.user.userKey, menuId };
      const other = columns.find((column) => !column.always)?.column ?? '';
      const show = (visible: string[]) =>
        inSponsor(server.db, 1, (trx) => putUserList(trx, list, { visible }));
      await show(columns.map(({ column }) => column));
      const shown = await read();
      await show([other]);
      expect(await read(), `rows of ${menuId}`).toEqual(shown);
      if (shown.length > 0) withRows.push(menuId);
    }
    expect(withRows).toContain('MU-CD-PD');
  });

  it('finds what lies between numbers of any size', async () => {
    for (const source of mounted()) {
      const { menuId } = source;
      const list = { sponsorKey: 1, userKey: caller.user.userKey, menuId };
      const countOf = async (column: string, entry: Omit<FilterEntry, 'filterType'>): Promise<number> => {
        const entries = [{ filterType: 'BETWEEN_NUMERIC' as const, ...entry }];
        await inSponsor(server.db, 1, (trx) => putFilter(trx, list, column, entries));
        return (await readList(source, { deleted: 'ALL', rowCount: 1 })).pageInfo.totalCount;
      };
      for (const { column, filterType } of server.deps.catalogue.lists[menuId]?.columns ?? []) {
        if (filterType !== 'BETWEEN_NUMERIC') continue;
        const name = `${menuId} ${column}`;
        for (const entry of FAR) expect(await countOf(column, entry), name).toBe(0);
        const between = await countOf(column, { valueCode: '-30000', valueCode2: '2000000000' });
        expect(await countOf(column, ALL_NUMBERS), name).toBe(between);
        await inSponsor(server.db, 1, (trx) => deleteFilters(trx, list));
      }
    }
  });
});

/** Every row exactly once, however it is ordered. */
async function pagesAreWhole(source: ListSource, order: object, rows: number): Promise<void> {
  const keys: string[] = [];
  const rowCount = Math.max(MIN_PAGE, Math.ceil(rows / PAGES));
  for (let pageNo = 1, totalPage = 1; pageNo <= totalPage; pageNo += 1) {
    const { listInfo, pageInfo } = await readList(source, { ...order, deleted: 'ALL', pageNo, rowCount });
    keys.push(...listInfo.map(({ rowKey }) => rowKey));
    totalPage = pageInfo.totalPage;
    if (pageNo === 1) expect(pageInfo.totalPage).toBe(Math.ceil(pageInfo.totalCount / rowCount));
    if (pageNo === totalPage) expect(keys).toHaveLength(pageInfo.totalCount);
  }
  expect(new Set(keys).size, JSON.stringify(order)).toBe(keys.length);
}

describe('a filter', () => {
  const text = fc.oneof(
    fc.constantFrom(
      '',
      'Aspirin',
      'ASPIRIN 5',
      '아스피린',
      'ｱｽﾋﾟﾘﾝ',
      'a%b_c',
      "O'Neill",
      '20',
      '-3',
      '3.5',
      '007',
    ),
    fc.string({ maxLength: 6 }).filter((some) => !some.includes('\0')),
  );
  const date = fc
    .date({ min: new Date('2019-01-01'), max: new Date('2022-12-31'), noInvalidDate: true })
    .chain((at) =>
      fc
        .constantFrom(4, 6, 8, 10, 12, 14)
        .map((length) => at.toISOString().replaceAll(/\D/g, '').slice(0, length)),
    );
  const stored = fc.oneof(
    fc.tuple(date, fc.constantFrom('', '+09', '-0500')).map(([at, zone]) => at + zone),
    fc.constantFrom('', '2020', '202002', '20200229'),
  );
  const end = <T extends string>(of: fc.Arbitrary<T>) => fc.oneof(fc.constant(''), of);
  const day = date.map((at) => at.slice(0, 8));
  const number = fc.integer({ min: -20, max: 20 }).map(String);

  const cases: readonly [
    FilterType,
    fc.Arbitrary<string>,
    fc.Arbitrary<Omit<FilterEntry, 'filterType'>[]>,
  ][] = [
    ['LIKE', text, text.map((valueCode) => [{ valueCode }])],
    ['LIKE_ALL', text, fc.oneof(text, fc.constant('[$ALL$]')).map((valueCode) => [{ valueCode }])],
    [
      'CHECK',
      text,
      fc.array(
        text.map((valueCode) => ({ valueCode })),
        { maxLength: 3 },
      ),
    ],
    [
      'LIKE_CHECK',
      text,
      fc
        .tuple(fc.array(text, { maxLength: 2 }), text)
        .map(([chosen, found]) => [
          ...chosen.filter(Boolean).map((valueCode) => ({ valueCode })),
          ...(found === '' ? [] : [{ valueCode: '', valueCode2: found }]),
        ]),
    ],
    [
      'BETWEEN_DATE',
      stored,
      fc.tuple(end(day), end(day)).map(([valueCode, valueCode2]) => [{ valueCode, valueCode2 }]),
    ],
    [
      'BETWEEN_NUMERIC',
      number,
      fc.tuple(end(number), end(number)).map(([valueCode, valueCode2]) => [{ valueCode, valueCode2 }]),
    ],
  ];

  it.each(cases)('of type %s passes what it means', async (filterType, values, filters) => {
    const reading: ListReading = { ...caller, now: server.clock.now(), catalogue: server.deps.catalogue };
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 30 }), filters, async (rows, filter) => {
        const entries = filter
          .map((entry) => ({ filterType, ...entry }))
          .filter(({ valueCode, valueCode2 }) => valueCode || valueCode2);
        fc.pre(faultOf({ filterType }, entries, null) === null);
        const value = filterType === 'BETWEEN_NUMERIC' ? sql<number>`t.v::int` : sql<string>`t.v`;
        const column = { kind: 'text', source: { value } } as const;
        const passed = await sql<{ n: number }>`
          select t.n::int as n from unnest(${rows}::text[]) with ordinality as t (v, n)
          where ${columnPasses(column, entries, reading)} order by 1`.execute(server.db);
        const meant = rows.flatMap((row, index) => (passesInWords(entries, row) ? [index + 1] : []));
        expect(passed.rows.map(({ n }) => n)).toEqual(meant);
      }),
      { numRuns: 60 },
    );
  });
});
