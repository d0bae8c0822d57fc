/** What users have chosen for their lists, after a publication. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCases, readListInfo, saveColumnFilter } from '../../shared/contract/index.ts';
import type { TestServer } from './harness.ts';
import { analystOf, KR, startSchemaWorld, withItem, type SchemaWorld } from './schemaWorld.ts';

let world: SchemaWorld;
let here: TestServer;
beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
});
afterAll(() => world.stop());

it('names a filter whose item has left the files, and lets it be removed', async () => {
  const analyst = await analystOf(here);
  const token = await here.token('case.editor');
  const [params, query] = [{ menuId: 'MU-CS' }, { appendix: 'KR' }];
  const item = withItem(world.read(KR), 'KR.filtered', { list: { column: true, filterType: 'LIKE' } });
  expect(await analyst.publish([{ file: KR, text: item }])).toMatchObject({ status: 200 });
  const filterBy = (filters: object[]) =>
    here.call(saveColumnFilter, {
      params: { ...params, columnId: 'KR.filtered' },
      query,
      body: { filters },
      token,
    });
  const leftOut = async () => (await here.call(readListInfo, { params, query, token })).data.filtersLeftOut;
  const count = async () => (await here.call(listCases, { query, token })).data.pageInfo.totalCount;
  expect((await filterBy([{ filterType: 'LIKE', valueCode: 'nothing' }])).errMsg).toBeNull();
  expect(await leftOut()).toEqual([]);
  expect(await count()).toBe(0);
  expect(await analyst.rollBack(0)).toMatchObject({ status: 200 });
  expect(await leftOut()).toEqual([{ columnId: 'KR.filtered', columnLabel: 'Label of KR.filtered' }]);
  expect(await count()).toBeGreaterThan(0);
  expect((await filterBy([])).errMsg).toBeNull();
  expect(await leftOut()).toEqual([]);
  expect((await filterBy([])).errCode).toBe('COLUMN_NOT_FOUND');
});
