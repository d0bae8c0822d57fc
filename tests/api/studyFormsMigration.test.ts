/** Definitions of studies that were stored with a form twice, once under the name of its group. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { databaseBefore } from './databaseBefore.ts';
import { querySql } from './runSql.ts';

let data: ServerData;
let url: string;

const definitions = (version: string, ...forms: [oid: string, label: string][]): string =>
  `insert into study_metadata (sponsor_key, source_key, study_oid, version_oid, metadata, read_at)
    values (1, 1, 'S', '${version}', '${JSON.stringify({ forms: forms.map(([oid, label]) => ({ oid, label })) })}', now())`;

beforeAll(async () => {
  data = await demoDatabase();
  url = data.env['DATABASE_URL'] ?? '';
  await databaseBefore(
    url,
    '0446_forms_of_studies_once',
    'set session_replication_role = replica',
    definitions('doubled', ['VS', 'Vital signs'], ['DM', 'Demography'], ['DM', 'DM'], ['AE', 'Events']),
    definitions('right', ['VS', 'Vital signs'], ['AE', 'Events']),
    definitions('empty'),
  );
  await migrate(url);
});
afterAll(() => data.remove());

it('have each form once, as it is defined, in the order of the source', async () => {
  const found = await querySql<{ version_oid: string; forms: string }>(
    `${url}?options=-c%20app.sponsor%3D1`,
    `select version_oid, metadata #>> '{forms}' as forms from study_metadata order by version_oid`,
  );
  const labels = found.map(({ version_oid, forms }) => [
    version_oid,
    (JSON.parse(forms) as { label: string }[]).map(({ label }) => label),
  ]);
  expect(labels).toEqual([
    ['doubled', ['Vital signs', 'Demography', 'Events']],
    ['empty', []],
    ['right', ['Vital signs', 'Events']],
  ]);
});
