/** Senders, studies and users that are older than record kinds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

const FIRST = '0052_sender_and_study_records';
let data: ServerData;
let url: string;

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    FIRST,
    `insert into sender (sponsor_key, sender_key, organisation, sender_type, country) values (1, 1, 'Seoul', '1', 'KR'), (1, 4, 'Basel', null, null)`,
    `insert into sender (sponsor_key, sender_key, organisation, del_flag) values (1, 5, 'Closed', 'Y')`,
    `insert into study (sponsor_key, study_key, study_no, name, study_type) values (1, 2, 'OLD-1', 'An older study', '1')`,
    `insert into app_user (user_id, name, password_hash) values ('old.user', 'Old user', '')`,
    `insert into user_sponsor (sponsor_key, user_key) select 1, user_key from app_user`,
    `insert into user_sender (sponsor_key, user_key, sender_key) select 1, user_key, 4 from app_user`,
    `insert into user_study (sponsor_key, user_key, study_key) select 1, user_key, 2 from app_user`,
  );
  await migrate(url);
});
afterAll(() => data.remove());

const read = async <Row extends object>(statement: string): Promise<Row[]> =>
  querySql<Row>(`${url}?options=-c%20app.sponsor%3D1`, statement);

it('become records with the same keys, and the next ones have further keys', async () => {
  expect(await read('select kind, record_key, name, columns, del_flag from record order by 1, 2')).toEqual([
    {
      kind: 'company',
      record_key: 1,
      name: 'Old',
      columns: { COM_NAME: ['Old'], COM_KIND: ['SPO'], COM_STATUS: ['active'] },
      del_flag: 'N',
    },
    {
      kind: 'sender',
      record_key: 1,
      name: 'Seoul',
      columns: { SND_ORGAN: ['Seoul'], SND_TYPE: ['1'], SND_COUNTRY: ['KR'] },
      del_flag: 'N',
    },
    { kind: 'sender', record_key: 4, name: 'Basel', columns: { SND_ORGAN: ['Basel'] }, del_flag: 'N' },
    { kind: 'sender', record_key: 5, name: 'Closed', columns: { SND_ORGAN: ['Closed'] }, del_flag: 'Y' },
    {
      kind: 'study',
      record_key: 2,
      name: 'OLD-1',
      columns: { STD_SPN_NO: ['OLD-1'], STD_NAME: ['An older study'], STD_TYPE: ['1'] },
      del_flag: 'N',
    },
    {
      kind: 'user',
      record_key: 1,
      name: 'Old user',
      columns: {
        USER_NAME: ['Old user'],
        USER_ID: ['old.user'],
        USER_UNBLIND: ['false'],
        USER_SENDERS: ['Basel'],
        USER_STUDIES: ['OLD-1'],
      },
      del_flag: 'N',
    },
  ]);
  expect(
    await read(`select items -> 'STD_NAME|0|0|0' ->> 'v' as name from record_page where page = 'ST'`),
  ).toEqual([{ name: 'An older study' }]);
  expect(
    await read(`select seq_name, last_no::int from sponsor_seq where seq_name like 'record/s%' order by 1`),
  ).toEqual([
    { seq_name: 'record/sender', last_no: 5 },
    { seq_name: 'record/study', last_no: 2 },
  ]);
});

it('are what users stay limited to, and the views have the columns that the tables had', async () => {
  expect(await read('select kind, sender_key from user_sender')).toEqual([{ kind: 'sender', sender_key: 4 }]);
  expect(
    await read('select sender_key, organisation, sender_type, country, del_flag from sender order by 1'),
  ).toEqual([
    { sender_key: 1, organisation: 'Seoul', sender_type: '1', country: 'KR', del_flag: 'N' },
    { sender_key: 4, organisation: 'Basel', sender_type: null, country: null, del_flag: 'N' },
    { sender_key: 5, organisation: 'Closed', sender_type: null, country: null, del_flag: 'Y' },
  ]);
  expect(await read('select study_key, study_no, name, study_type from study')).toEqual([
    { study_key: 2, study_no: 'OLD-1', name: 'An older study', study_type: '1' },
  ]);
});
