/** What cases are warned of, as a column of the list of cases. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dropFilters,
  listCases,
  listWarnings,
  readColumns,
  saveColumnFilter,
} from '../../shared/contract/index.ts';
import { caseWorldOn, type CaseWorld } from './caseWorld.ts';
import { startTestServer } from './harness.ts';
import { aKoreanCase } from './koreanCase.ts';

const MENU = { menuId: 'MU-CS' };

let world: CaseWorld;
beforeAll(async () => {
  // without its jobs: what they derive would come in between
  world = await caseWorldOn(await startTestServer({ env: { ROLE: 'api' } }));
});
afterAll(() => world.server.stop());

const cases = async () =>
  (await world.server.call(listCases, { query: { rowCount: 100 }, token: world.editor })).data.listInfo;
const warnings = async (caseKey: number) =>
  (await world.server.call(listWarnings, { query: { caseKey, rowCount: 100 }, token: world.editor })).data
    .listInfo;

it('says of each case what it is warned of, the worst first, and is filtered by it', async () => {
  const { caseKey: warned } = await aKoreanCase(world, 20);
  const { caseKey: silent } = await world.aCase();
  const cells = await warnings(warned);
  const kinds = cells.map(({ codes }) => codes['warning']?.[0] ?? '');
  const row = (await cases()).find(({ rowKey }) => rowKey === String(warned));
  expect(kinds[0]).toBe('overdue');
  // the list of warnings has the most urgent on top, too
  expect(row?.codes['warnings']).toEqual([...new Set(kinds)]);
  expect(row?.cells['warnings']).toContain(cells[0]?.cells['warning']);

  const params = { ...MENU, columnId: 'warnings' };
  const body = { filters: [{ filterType: 'CHECK', valueCode: 'overdue' }] };
  await world.server.call(saveColumnFilter, { params, body, token: world.editor });
  const found = (await cases()).map(({ rowKey }) => Number(rowKey));
  await world.server.call(dropFilters, { params: MENU, token: world.editor });
  expect(found).toContain(warned);
  expect(found).not.toContain(silent);
});

it('says by its colour, too, how bad a warning is', async () => {
  const { data } = await world.server.call(readColumns, { params: MENU, token: world.editor });
  expect(data.listInfo.find(({ columnId }) => columnId === 'warnings')?.tones).toMatchObject({
    overdue: 'error',
  });
});

it('counts the cases of any two warnings as it lists them', async () => {
  const params = { ...MENU, columnId: 'warnings' };
  const ids = world.server.deps.catalogue.warnings.map(({ id }) => id);
  for (const [index, one] of ids.entries())
    for (const other of ids.slice(index)) {
      const body = { filters: [one, other].map((valueCode) => ({ filterType: 'CHECK', valueCode })) };
      await world.server.call(saveColumnFilter, { params, body, token: world.editor });
      const { listInfo, pageInfo } = (
        await world.server.call(listCases, { query: { rowCount: 100 }, token: world.editor })
      ).data;
      expect([one, other, pageInfo.totalCount]).toEqual([one, other, listInfo.length]);
    }
  await world.server.call(dropFilters, { params: MENU, token: world.editor });
});
