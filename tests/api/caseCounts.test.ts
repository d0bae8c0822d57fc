/** The total of the case list is a sum kept beside the cases: whatever is done to them, it is what counting would say. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dropFilters, listCases, createFollowUp, saveColumnFilter } from '../../shared/contract/index.ts';
import { rollUpCounts } from '../../server/projections/caseCounts.store.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const MENU = { menuId: 'MU-CS' };

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

/** Groups of cases with the same codes that are counted otherwise than they are. */
const wrong = () =>
  world.query(async (trx) => {
    const codes = sql`sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status,
      sender_key, owed, product_keys, study_keys`;
    const counts = sql`select ${codes}, sum(cases) from case_count group by ${codes} having sum(cases) <> 0`;
    const cases = sql`select ${codes}, count(*) from pv_case where latest and del_flag = 'N' group by ${codes}`;
    const { rows } = await sql`(${counts} except ${cases}) union all (${cases} except ${counts})`.execute(
      trx,
    );
    return rows;
  });

const rowsOfCounts = () =>
  world.query(async (trx) => {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from case_count`.execute(trx);
    return rows[0]?.rows ?? 0;
  });

const list = async (query: object = {}, token = world.editor) => {
  const params = { rowCount: 100, appendix: 'US', ...query };
  const { listInfo, pageInfo } = (await world.server.call(listCases, { query: params, token })).data;
  return { total: pageInfo.totalCount, rows: listInfo.length };
};

interface Done {
  /** of the call; left out: it was no call */
  status?: number;
  /** goes on in the place of the case */
  next?: number | undefined;
}

/** What people and jobs do to a case; what a locked or deleted one refuses leaves it counted as it was. */
const DEEDS: Readonly<Record<string, (caseKey: number) => Promise<Done>>> = {
  add: async () => ({ next: (await world.aCase()).caseKey }),
  type: (caseKey) => world.save(caseKey, 'CI', [itemValue('C.1.3', [], String((caseKey % 4) + 1))]),
  sex: (caseKey) => world.save(caseKey, 'DM', [itemValue('D.5', [], String((caseKey % 2) + 1))]),
  review: (caseKey) => world.status(caseKey, 'REVIEW', 'Y'),
  lock: (caseKey) => world.status(caseKey, 'LOCK', 'Y'),
  unlock: (caseKey) => world.status(caseKey, 'LOCK', 'N'),
  delete: (caseKey) => world.status(caseKey, 'DELETE', 'Y'),
  restore: (caseKey) => world.status(caseKey, 'DELETE', 'N'),
  followUp: async (caseKey) => {
    const request = { params: { caseKey }, body: { reason: '' }, token: world.editor };
    const { status, data } = await world.server.call(createFollowUp, request);
    return { status, next: status === 200 ? data.caseKey : undefined };
  },
  addUp: async () => {
    await rollUpCounts(world.server);
    return {};
  },
};

describe('cases are counted as they are', () => {
  it('whatever is done to them, several things at once, and while counts are added up', async () => {
    const cases: number[] = [];
    for (let made = 0; made < 5; made += 1) cases.push((await world.aCase()).caseKey);
    const done = new Set<string>();
    const deed = fc.tuple(fc.constantFrom(...Object.entries(DEEDS)), fc.nat(cases.length - 1));
    // each of them once in this order, which allows all of them; then at random
    const examples = Object.entries(DEEDS).map((one): [[typeof one, number][]] => [[[one, 0]]]);
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 5 }), async (deeds) => {
        await Promise.all(
          deeds.map(async ([[name, act], index]) => {
            const { status = 200, next } = await act(cases[index] ?? 0);
            if (status === 200) done.add(name);
            if (next !== undefined) cases[index] = next;
          }),
        );
        expect(await wrong()).toEqual([]);
      }),
      { numRuns: examples.length + 60, examples },
    );
    expect([...done].sort()).toEqual(Object.keys(DEEDS).sort());
  });

  it('in one row for each group, once they are added up', async () => {
    const before = await list();
    await rollUpCounts(world.server);
    const groups = await rowsOfCounts();
    await rollUpCounts(world.server);
    expect(await rowsOfCounts()).toBe(groups);
    expect(await wrong()).toEqual([]);
    expect(await list()).toEqual(before);
  });
});

describe('the total is what the list shows', () => {
  afterEach(() => world.server.call(dropFilters, { params: MENU, token: world.editor }));

  it.each([
    ['serious', 'true'],
    ['serious', 'false'],
    ['serious', 'notAssessed'],
    ['country', 'KR'],
    ['country', ''],
    ['reportType', '1'],
    ['sex', '1'],
    ['status', 'locked'],
    ['sender', '1'],
    ['workflowStatus', 'SAVED'],
    ['receivers', 'FDA'],
  ])('with %s of "%s"', async (columnId, valueCode) => {
    const filters = [{ filterType: 'CHECK', valueCode }];
    await world.server.call(saveColumnFilter, {
      params: { ...MENU, columnId },
      body: { filters },
      token: world.editor,
    });
    const { total, rows } = await list();
    expect(total).toBe(rows);
    expect(total).toBeLessThan((await list({}, world.second)).total + 1);
  });

  it.each([{ deleted: 'Y' }, { deleted: 'ALL' }, { keyword: 'velanorix' }, {}])(
    'asked for %o',
    async (query) => {
      const { total, rows } = await list(query);
      expect(total).toBe(rows);
    },
  );

  it('for who is limited to a sender, or to a product', async () => {
    const all = await list();
    for (const limits of [{ senderKeys: [2] }, { productKeys: [1] }, { studyKeys: [1] }]) {
      const { total, rows } = await list(
        {},
        await world.limitedUser(`of.${Object.keys(limits)[0] ?? ''}`, limits),
      );
      expect(total).toBe(rows);
      expect(total).toBeLessThan(all.total);
    }
  });
});
