/** Versions, routings and messages that are older than the columns that figures count by. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql, runSql } from './runSql.ts';

const FIRST = '0226_received_day';
/** of the text that updated each row */
const FORMER = '5fdc072feb527b2797bd6e795531bd4758c70f07e12df0e57cc960fa5e65aaf1';
const CREATED = '2026-03-04T20:00:00Z';
let data: ServerData;
let url: string;

const version = (key: number, mostRecent: string | null): string =>
  `insert into pv_case (sponsor_key, case_key, case_no, version_no, root_case_key, catalogue_version, sender_key, status_at,
      retrieved_at, most_recent, created_at, created_by, updated_at, updated_by)
    values (1, ${key}, 'C-${key}', 1, ${key}, '', 1, now(), now(), ${mostRecent === null ? 'null' : `'${mostRecent}'`},
      '${CREATED}', '', now(), '')`;
const routing = (step: number, from: string | null, to: string, at: string): string =>
  `insert into case_workflow (sponsor_key, case_key, step_no, from_status, to_status, to_name, at, by_name)
    values (1, 1, ${step}, ${from === null ? 'null' : `'${from}'`}, '${to}', '{}', '${at}', '')`;
const batch = (key: number, environment: string, sentAt: string | null): string[] => [
  `insert into submission_batch (sponsor_key, batch_key, process_key, sender_key, sender_id, receiver, region, batch_receiver,
      message_receiver, environment, transport, notation, batch_number, created_at, created_by, created_name, sent_at)
    overriding system value
    values (1, ${key}, gen_random_uuid(), 1, '', 'MFDS', '', '', '', '${environment}', 'byHand', false, '${key}', now(), 1, '',
      ${sentAt === null ? 'null' : `'${sentAt}'`})`,
  `insert into submission_message (sponsor_key, batch_key, seq, case_key, root_case_key, kind) values (1, ${key}, 1, 1, 1, '')`,
];

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    FIRST,
    'set session_replication_role = replica',
    `update sponsor set time_zone = 'Asia/Seoul'`,
    version(1, '20260301101500'),
    version(2, '202603'),
    version(3, null),
    `insert into case_column_value (sponsor_key, column_id, case_key, value) values (1, 'completeness', 1, '62.5')`,
    routing(1, null, 'SAVED', '2026-03-05T00:00:00Z'),
    routing(2, 'SAVED', 'SAVED', '2026-03-06T00:00:00Z'),
    routing(3, 'SAVED', 'REVIEW', '2026-03-07T00:00:00Z'),
    ...batch(1, 'production', '2026-03-08T00:00:00Z'),
    ...batch(2, 'test', '2026-03-08T00:00:00Z'),
    ...batch(3, 'production', null),
  );
  await migrate(url);
});
afterAll(() => data.remove());

const read = <Row extends object>(statement: string): Promise<Row[]> =>
  querySql<Row>(`${url}?options=-c%20app.sponsor%3D1`, statement);

it('have them as newer ones do', async () => {
  expect(
    await read('select case_key::int, received_day, registered_day, completeness from pv_case order by 1'),
  ).toEqual([
    { case_key: 1, received_day: '20260301', registered_day: '20260305', completeness: 62.5 },
    { case_key: 2, received_day: '20260305', registered_day: '20260305', completeness: null },
    { case_key: 3, received_day: '20260305', registered_day: '20260305', completeness: null },
  ]);
  expect(await read('select step_no, entered_at from case_workflow order by 1')).toEqual([
    { step_no: 1, entered_at: null },
    { step_no: 2, entered_at: null },
    { step_no: 3, entered_at: new Date('2026-03-05T00:00:00Z') },
  ]);
  expect(await read('select batch_key::int, receiver, sent_at from submission_message order by 1')).toEqual([
    { batch_key: 1, receiver: 'MFDS', sent_at: new Date('2026-03-08T00:00:00Z') },
    { batch_key: 2, receiver: null, sent_at: null },
    { batch_key: 3, receiver: null, sent_at: null },
  ]);
});

it('may have them from the former text of a migration, but from no other', async () => {
  const appliedAs = (checksum: string) =>
    runSql(url, `update schema_migration set checksum = '${checksum}' where version = '${FIRST}'`);
  await appliedAs(FORMER);
  expect(await migrate(url)).toEqual([]);
  await appliedAs('0'.repeat(64));
  await expect(migrate(url)).rejects.toThrow(/0226_received_day was changed/);
});
