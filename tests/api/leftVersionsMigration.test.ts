/** Messages of versions that left their case before messages went with them (docs/decisions/0500). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

let data: ServerData;
let url: string;

const version = (key: number, rootKey: number): string =>
  `insert into pv_case (sponsor_key, case_key, case_no, version_no, root_case_key, catalogue_version, sender_key, status_at,
      retrieved_at, created_at, created_by, updated_at, updated_by, search)
    values (1, ${key}, 'C-${rootKey}', ${key}, ${rootKey}, '', 1, now(), now(), now(), '', now(), '', '')`;
const message = (key: number, rootKey: number): string =>
  `insert into submission_message (sponsor_key, batch_key, seq, case_key, root_case_key, kind)
    values (1, 1, ${key}, ${key}, ${rootKey}, 'initial')`;

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    '0317_messages_of_versions_that_left',
    'set session_replication_role = replica',
    version(1, 1),
    message(1, 1),
    // it was a version of case 1 when it was sent
    version(2, 2),
    message(2, 1),
    version(3, 2),
    message(3, 2),
  );
  await migrate(url);
});
afterAll(() => data.remove());

it('are those of the case that the version is now', async () => {
  const found = await querySql<{ case_key: number; root_case_key: number }>(
    `${url}?options=-c%20app.sponsor%3D1`,
    'select case_key::int, root_case_key::int from submission_message order by case_key',
  );
  expect(found).toEqual([
    { case_key: 1, root_case_key: 1 },
    { case_key: 2, root_case_key: 2 },
    { case_key: 3, root_case_key: 2 },
  ]);
});
