/** Reviewed and locked versions that are older than the column that says when they were finished. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

const FIRST = '0303_when_versions_were_finished';
let data: ServerData;
let url: string;

const day = (of: number): string => `2026-03-${String(of).padStart(2, '0')}T08:00:00Z`;
/** Its status was last changed on the 20th, for example by a routing. */
const version = (key: number, reviewed: boolean, locked: boolean): string =>
  `insert into pv_case (sponsor_key, case_key, case_no, version_no, root_case_key, catalogue_version, sender_key, status_at,
      retrieved_at, created_at, created_by, updated_at, updated_by, search, reviewed, locked)
    values (1, ${key}, 'C-${key}', 1, ${key}, '', 1, '${day(20)}', now(), now(), '', now(), '', '', ${reviewed}, ${locked})`;
const change = (key: number, saveNo: number, of: number, flag: string, value: string): string[] => [
  `insert into audit_save (sponsor_key, scope, scope_key, save_no, case_key, at, user_id, user_name, page, reason, source,
      request_id, catalogue_version, entry_count, prev_hash, hash)
    values (1, 'case', ${key}, ${saveNo}, ${key}, '${day(of)}', '', '', '', '', 'screen', '', '', 1, '', '')`,
  `insert into audit_entry (sponsor_key, scope, scope_key, save_no, entry_no, page, item_id, row_no, row_no2, row_no3, action,
      value)
    values (1, 'case', ${key}, ${saveNo}, 1, '', '${flag}', 0, 0, 0, 'status', '${value}')`,
];

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    FIRST,
    'set session_replication_role = replica',
    version(1, true, true),
    ...change(1, 1, 5, 'REVIEW', 'Y'),
    ...change(1, 2, 9, 'LOCK', 'Y'),
    version(2, true, false),
    ...change(2, 1, 5, 'REVIEW', 'Y'),
    ...change(2, 2, 6, 'REVIEW', 'N'),
    ...change(2, 3, 7, 'LOCK', 'Y'),
    ...change(2, 4, 8, 'LOCK', 'N'),
    ...change(2, 5, 9, 'REVIEW', 'Y'),
    version(3, false, false),
    ...change(3, 1, 5, 'REVIEW', 'Y'),
    ...change(3, 2, 6, 'REVIEW', 'N'),
    version(4, false, true),
  );
  await migrate(url);
});
afterAll(() => data.remove());

it('were finished when they were reviewed or locked, by the audit trail; without one, when their status was changed', async () => {
  const found = await querySql<{ case_key: number; finished_at: Date | null }>(
    `${url}?options=-c%20app.sponsor%3D1`,
    'select case_key::int, finished_at from pv_case order by case_key',
  );
  expect(found).toEqual([
    { case_key: 1, finished_at: new Date(day(5)) },
    { case_key: 2, finished_at: new Date(day(9)) },
    { case_key: 3, finished_at: null },
    { case_key: 4, finished_at: new Date(day(20)) },
  ]);
});
