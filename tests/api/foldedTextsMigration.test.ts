/** Folded texts that are older than the letters that the program folds as the database does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

const FIRST = '0282_letters_of_folded_texts';
let data: ServerData;
let url: string;

const version = (key: number, search: string): string =>
  `insert into pv_case (sponsor_key, case_key, case_no, version_no, root_case_key, catalogue_version, sender_key, status_at,
      retrieved_at, created_at, created_by, updated_at, updated_by, search)
    values (1, ${key}, 'C-${key}', 1, ${key}, '', 1, now(), now(), now(), '', now(), '', '${search}')`;
const record = (key: number, name: string, search: string): string[] => [
  `insert into record (sponsor_key, kind, record_key, name, search) values (1, 'product', ${key}, '${name}', '${search}')`,
  `insert into record_page (sponsor_key, kind, record_key, page, items)
    values (1, 'product', ${key}, 'PD', '{"PRD_NAME": {"v": "${name}"}}')`,
];

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    FIRST,
    'set session_replication_role = replica',
    version(1, 'i\u0307laç'),
    version(2, 'ilaç'),
    version(3, 'ασπιρινης'),
    ...record(1, 'İLAÇ', 'i\u0307laç'),
    ...record(2, 'ΑΣΠΙΡΙΝΗΣ', 'ασπιρινης'),
    ...record(3, 'ασπιρινης', 'ασπιρινης'),
  );
  await migrate(url);
});
afterAll(() => data.remove());

const read = <Row extends object>(statement: string): Promise<Row[]> =>
  querySql<Row>(`${url}?options=-c%20app.sponsor%3D1`, statement);

it('are derived again of cases that may have such letters', async () => {
  expect(await read('select name, record_key::int from projection_stale order by 1, 2')).toEqual([
    { name: 'caseSummaries', record_key: 1 },
    { name: 'caseSummaries', record_key: 3 },
  ]);
});

it('of records have the letters that searches look for, but for a final sigma that was written', async () => {
  expect(await read(`select search from record where kind = 'product' order by record_key`)).toEqual([
    { search: 'ilaç' },
    { search: 'ασπιρινησ' },
    { search: 'ασπιρινης' },
  ]);
});
