/** Files of questions whose repeated values are spread over columns. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { downloadDataset, listLibraryItems, type DataQuery } from '../../shared/contract/index.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

/** columns of a sheet of a workbook (ECMA-376) */
const SHEET_COLUMNS = 16_384;

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

it('is no workbook with more columns than a sheet holds, which no program could open', async () => {
  const { whole } = world.server.deps.catalogue;
  const drugs = whole.groupRoles['drugs'] ?? '';
  const name = whole.roles['drugName'] ?? '';
  const { page = '' } = whole.groups[drugs] ?? {};
  const { data: library } = await world.server.call(listLibraryItems, { token: world.editor });
  const items = library.items
    .map(({ itemId }) => itemId)
    .filter((itemId) => whole.items[itemId]?.groups[0] === drugs);
  const rowCount = Math.ceil(SHEET_COLUMNS / items.length) + 1;
  const { caseKey } = await world.aCase();
  await world.save(caseKey, page, [itemValue(name, [0], 'Repeated')], { rowNo: 0 });
  await asSuperuser(world, (trx) =>
    sql`insert into case_page_row
      select (jsonb_populate_record(r, jsonb_build_object(
        'row_no', n, 'row_id', gen_random_uuid(), 'items', '{}'::jsonb))).*
      from case_page_row r, generate_series(1000, ${1000 + rowCount}::int) n
      where r.case_key = ${caseKey} and r.page = ${page} and r.row_no > 0`.execute(trx),
  );
  const query: DataQuery = {
    condition: {
      kind: 'group',
      joined: 'and',
      conditions: [
        {
          kind: 'rows',
          tests: [{ itemId: name, operator: 'EQ', values: ['Repeated'], nullFlavors: [] }],
          rows: { of: 'any', min: null, max: null },
        },
      ],
    },
    items,
    layout: 'case',
    block: '',
    repeats: 'spread',
    codes: 'label',
  };
  const fileOf = (format: 'XLSX' | 'CSV') =>
    world.server.call(downloadDataset, { body: { name: 'Wide', format, query }, token: world.second });
  expect(await fileOf('XLSX')).toMatchObject({ status: 422, errCode: 'TOO_MANY_COLUMNS' });
  expect((await fileOf('CSV')).status).toBe(200);
});
