/** Imports that are older than runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

const FIRST = '0111_import_runs';
const RESULT = [
  {
    caseKey: 7,
    caseNo: 'OLD-7',
    decision: 'followUp',
    fileName: 'b.xml',
    message: 1,
    form: 'R2',
    findings: [{ severity: 'error' }, { severity: 'warning' }, { severity: 'error' }],
    residue: [{ path: '/x', line: 3, text: 'y' }],
    notes: [],
    problem: null,
  },
  {
    caseKey: null,
    caseNo: null,
    decision: 'refused',
    fileName: 'a.xml',
    message: 0,
    findings: [],
    residue: [],
    problem: 'a.xml:1:1 empty',
  },
];

let data: ServerData;
let url: string;

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    FIRST,
    `insert into data_history (sponsor_key, data_key, kind, file_name, file_key, at, user_id, result)
      values (1, 4, 'import', 'old.zip', 'abc', '2025-01-02T03:04:05Z', 'left.user', '${JSON.stringify(RESULT)}')`,
  );
  await migrate(url);
});
afterAll(() => data.remove());

const read = <Row extends object>(statement: string): Promise<Row[]> =>
  querySql<Row>(`${url}?options=-c%20app.sponsor%3D1`, statement);

it('keep their numbers, files, messages and outcomes', async () => {
  expect(
    await read(`select f.data_key, f.file_name, f.file_key, r.user_id, r.user_key, r.state
      from import_file f join import_run r on r.sponsor_key = f.sponsor_key and r.run_key = f.run_key`),
  ).toMatchObject([
    { file_name: 'old.zip', file_key: 'abc', user_id: 'left.user', user_key: null, state: 'done' },
  ]);
  expect(
    await read(`select m.seq, b.file_name, b.form, m.outcome, m.case_no, m.errors, m.warnings, m.fault,
        m.details -> 'residue' as residue
      from import_message m
      join import_batch b on b.sponsor_key = m.sponsor_key and b.run_key = m.run_key and b.batch_no = m.batch_no
      order by m.seq`),
  ).toEqual([
    {
      seq: 1,
      file_name: 'b.xml',
      form: 'R2',
      outcome: 'followUp',
      case_no: 'OLD-7',
      errors: 2,
      warnings: 1,
      fault: null,
      residue: [{ path: '/x', line: 3, text: 'y' }],
    },
    {
      seq: 2,
      file_name: 'a.xml',
      form: null,
      outcome: 'refused',
      case_no: null,
      errors: 0,
      warnings: 0,
      fault: 'a.xml:1:1 empty',
      residue: [],
    },
  ]);
});
