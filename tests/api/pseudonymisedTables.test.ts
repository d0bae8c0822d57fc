/** Whatever the database holds of a case is without its personal values once these are pseudonyms. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { rollUpTextCounts } from '../../server/projections/caseTextCounts.store.ts';
import { pseudonymiseCase } from '../../server/retention/pseudonymiseCase.ts';
import { importsPseudonymiser } from '../../server/retention/pseudonymiseEarlier.ts';
import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import {
  checkPrintedForm,
  commandImport,
  confirmImport,
  decideImportMessages,
  listImportMessages,
  readImportFiles,
  readImportRun,
  readPrintedForm,
  sendImportFile,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { ciomsPdf } from './formPdf.ts';
import { eventually } from './harness.ts';
import { reportXml } from './importReports.ts';

const YEAR_MS = 366 * 86_400_000;
/** part of each text that is personal here */
const MARK = 'qzx';
const BORN = '19031112';
const CASE = { id: 'KR-QZ-1', birth: BORN, sex: '1', drug: 'Trimelor', reaction: 'vertigo' } as const;

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const inState = (runKey: string, state: ImportRun['state']) =>
  eventually(async () => {
    const { data } = await world.server.call(readImportRun, { token: world.editor, params: { runKey } });
    expect(data.state).toBe(state);
  });

/** A file of one message that is to be decided about. */
async function read(name: string, bytes: string | Uint8Array<ArrayBuffer>, caseNo?: string) {
  const { server, editor: token } = world;
  const params = { runKey: randomUUID() };
  await server.call(sendImportFile, { token, params, file: { name, bytes } });
  await server.call(readImportFiles, { token, params });
  await inState(params.runKey, 'deciding');
  if (name.endsWith('.pdf')) {
    const of = { token, params: { ...params, seq: 1 } };
    const { values } = (await server.call(readPrintedForm, of)).data;
    await server.call(checkPrintedForm, { ...of, body: { accepted: values.map(({ key }) => key) } });
  }
  if (caseNo) {
    const body = { seqs: [1], decision: 'followUp', caseNo, reason: 'Compared' };
    expect(await server.call(decideImportMessages, { token, params, body })).toMatchObject({ status: 200 });
  }
  return params;
}

/** Answers the message when the import is over. */
async function imported(...file: Parameters<typeof read>) {
  const { server, editor: token } = world;
  const params = await read(...file);
  await server.call(confirmImport, { token, params });
  await inState(params.runKey, 'done');
  return (await server.call(listImportMessages, { token, params, query: {} })).data.listInfo[0];
}

/** As a user stops an import of several messages, of which some are imported; whichever of these. */
const stopped = ({ runKey }: { runKey: string }) =>
  asSuperuser(world, async (trx) => {
    await sql`update import_run set state = 'stopped', confirmed_at = at, ended_at = null where run_key = ${runKey}`.execute(
      trx,
    );
    await sql`update process set state = '"stopped"' where process_key = ${runKey}`.execute(trx);
  });

/** The rows of all tables that have a personal text, with the names of their tables. */
async function rowsWithPersonalTexts(): Promise<string[]> {
  const found: string[] = [];
  await asSuperuser(world, async (trx) => {
    await rollUpTextCounts(trx, 1);
    const tables = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(trx);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string }>`
        select r::text as text from ${sql.raw(name)} r
        where r::text ilike ${`%${MARK}%`} or translate(r::text, '-', '') like ${`%${BORN}%`}`.execute(trx);
      found.push(...rows.map(({ text }) => `${name} ${text}`));
    }
  });
  return found;
}

it('leaves none in any table, of imports neither', async () => {
  const first = await imported(
    'one.xml',
    await reportXml({ ...CASE, initials: 'QZXA', created: '20250101120000+0000' }),
  );
  const caseNo = first?.caseNo ?? '';
  const later = { ...CASE, initials: 'QZXB', narrative: 'More.', created: '20250601120000+0000' };
  const second = await imported('two.xml', await reportXml(later), caseNo);
  // its time is that of the version, its text another: a comparison is stored
  await imported('three.xml', await reportXml({ ...later, initials: 'QZXC' }), caseNo);
  const form = { 'C.1.1': CASE.id, 'D.1': 'QZXD', 'E.i.1.1a|1': CASE.reaction, 'G.k.2.2|1': CASE.drug };
  const last = await imported('form.pdf', await ciomsPdf(form), caseNo);
  const rest = await read('rest.xml', await reportXml({ ...later, initials: 'QZXF' }), caseNo);
  await stopped(rest);
  const { run_key: runKey } = await world.query((trx) =>
    trx
      .selectFrom('import_file')
      .select('run_key')
      .where('file_name', '=', 'two.xml')
      .executeTakeFirstOrThrow(),
  );
  await stopped({ runKey });
  const caseKey = last?.caseKey ?? second?.caseKey ?? 0;
  expect(await world.save(caseKey, 'DM', [itemValue('D.1', [], 'QZXE')])).toMatchObject({ status: 200 });
  const tables = new Set((await rowsWithPersonalTexts()).map((row) => row.split(' ')[0]));
  expect([...tables]).toEqual(expect.arrayContaining(['audit_entry', 'case_page_row', 'import_message']));

  await asSuperuser(world, async (trx) => {
    await sql`create schema aside`.execute(trx);
    await sql`create table aside.import_message as select * from import_message`.execute(trx);
  });
  const refused = await world.query(async (trx) => {
    const { value } = await settingOf(trx, 1, 'retention');
    const at = new Date(world.server.clock.now().getTime() + 40 * YEAR_MS);
    const rule = { ...value, cases: 'all' as const, years: 10 };
    await putSetting(trx, { sponsorKey: 1, name: 'retention', value: rule, at, userId: 'Test' });
    const { root_case_key: rootCaseKey } = await trx
      .selectFrom('pv_case')
      .select('root_case_key')
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow();
    const user = { userKey: null, userId: 'test', userName: 'Test' };
    const why = { reason: 'The period is over', requestId: '', meaning: 'approval' };
    return pseudonymiseCase(trx, world.server.deps, { sponsorKey: 1, rootCaseKey, at, user, ...why });
  });
  expect(refused).toBeNull();
  // a user may import it still
  expect(await rowsWithPersonalTexts()).toEqual([expect.stringMatching(/^import_message .*QZXF/i)]);
  const close = { token: world.editor, params: { ...rest, command: 'close' as const } };
  expect(await world.server.call(commandImport, close)).toMatchObject({ status: 200 });
  await eventually(async () => expect(await rowsWithPersonalTexts()).toEqual([]));
});

const MIGRATION = '../../server/storage/migrations/0339_imports_of_pseudonymised_cases.sql';

it('an upgrade mends the imports of a case that an earlier release pseudonymised, those before it only', async () => {
  await asSuperuser(world, async (trx) => {
    // as the earlier release left them
    await sql`
      update import_message m
      set document = a.document, difference = a.difference, printed = a.printed, details = a.details
      from aside.import_message a where a.sponsor_key = m.sponsor_key and a.run_key = m.run_key and a.seq = m.seq`.execute(
      trx,
    );
    const { rows } = await sql`
      select from import_message m where m::text ilike ${`%${MARK}%`}`.execute(trx);
    expect(rows.length).toBeGreaterThan(1);
    // one that came later: nobody has released it
    await sql`
      update import_run set at = at + interval '50 years', ended_at = ended_at + interval '50 years'
      where run_key in (select run_key from import_message where document::text ilike '%qzxb%')`.execute(trx);
    await sql`
      insert into pseudonymisation (sponsor_key, case_keys, reason, meaning, started_at, user_key, user_id, user_name,
        request_id, state)
      values (1, '{}', 'Long ago', 'approval', now(), 1, '', '', '', 'done')`.execute(trx);
    const migration = readFileSync(join(import.meta.dirname, MIGRATION), 'utf8');
    for (const statement of migration.replaceAll(/^--.*$/gm, '').split(';'))
      if (statement.trim() !== '') await sql.raw(statement).execute(trx);
  });
  // the worker of the server may have been faster
  await runDueJobs(world.server.deps, [importsPseudonymiser(world.server.deps)]);
  await eventually(async () => {
    const rows = await rowsWithPersonalTexts();
    expect(rows.map((row) => /qzx\w/i.exec(row)?.[0].toLowerCase())).toEqual(['qzxb']);
  });
});
