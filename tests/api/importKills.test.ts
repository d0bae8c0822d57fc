/**
 * A process that is killed while it reads or imports: the next one goes on, and stores each message once. A user who loses
 * their rights meanwhile: nothing more is stored. Schema files that are published meanwhile: the rest is stored by these.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  confirmImport,
  importFile,
  listCases,
  readImportFiles,
  readImportRun,
  sendImportFile,
  verifyCaseAudit,
  listImportMessages,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { runImporter, runReader } from '../../server/case-import/caseImport.process.ts';
import { claimJobs } from '../../server/jobs/job.store.ts';
import type { AnyJobHandler, Job } from '../../server/jobs/job.types.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { startTestServer, whileHeldUp, type TestServer } from './harness.ts';
import { reportXml } from './importReports.ts';
import { recoverJobs } from './recoverJobs.ts';
import { analystOf, KR, withItem } from './schemaWorld.ts';

const MESSAGES = 12;

let server: TestServer;
let token: string;
beforeAll(async () => {
  // without its jobs: the test runs and kills them
  server = await startTestServer({ env: { ROLE: 'api' } });
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const handlers = (): AnyJobHandler[] => [runReader(server.deps), runImporter(server.deps)];
const work = () => runDueJobs(server.deps, handlers());

async function runOf(runKey: string): Promise<ImportRun> {
  return (await server.call(readImportRun, { token, params: { runKey } })).data;
}

/** Runs what is due in a process that is killed when the run is so far; its jobs keep their leases. */
async function runKilledAt(runKey: string, isFar: (run: ImportRun) => boolean): Promise<void> {
  const { db, clock } = server;
  const all = handlers();
  const claimed = await inJobQueue(db, (trx) =>
    claimJobs(trx, {
      free: new Map(all.map(({ kind }) => [kind.kind, 1])),
      holder: randomUUID(),
      now: clock.now(),
      leaseUntil: new Date(clock.now().getTime() + LEASE_MS),
    }),
  );
  for (const job of claimed) {
    const kill = new AbortController();
    const handler = all.find(({ kind }) => kind.kind === job.kind);
    const run = handler?.run(job as Job<never>, { signal: kill.signal, progress: () => {} });
    const end = Promise.resolve(run).catch(() => undefined);
    while (!isFar(await runOf(runKey))) await sleep(5);
    // the thread ends with its transaction
    kill.abort('killed');
    await end;
  }
}

async function countCases(): Promise<number> {
  const { data } = await server.call(listCases, { token, query: { rowCount: 1 } });
  return data.pageInfo.totalCount;
}

it('is followed by one that goes on behind the last message', async () => {
  const before = await countCases();
  const params = { runKey: randomUUID() };
  const reports = Array.from({ length: MESSAGES }, (_, at) => ({ id: `KR-KILL-${at}`, initials: `Q${at}Z` }));
  const bytes = await reportXml(...reports);
  await server.call(sendImportFile, { token, params, file: { name: 'many.xml', bytes } });
  await server.call(readImportFiles, { token, params });
  await runKilledAt(params.runKey, ({ state }) => state === 'reading');
  await recoverJobs(server.db);
  await work();
  expect(await runOf(params.runKey)).toMatchObject({ state: 'deciding', messages: MESSAGES });
  const { chosen } = await runOf(params.runKey);
  await server.call(confirmImport, { token, params });
  for (const imported of [1, 4, 7]) {
    await runKilledAt(params.runKey, (run) => run.imported >= imported);
    await recoverJobs(server.db);
  }
  await work();
  expect(await runOf(params.runKey)).toMatchObject({ state: 'done', imported: chosen, refused: 0 });
  expect(await countCases()).toBe(before + chosen);
  const { data } = await server.call(listImportMessages, { token, params });
  const keys = data.listInfo.flatMap(({ caseKey }) => caseKey ?? []);
  expect(new Set(keys).size).toBe(chosen);
  for (const caseKey of keys) {
    const chain = await server.call(verifyCaseAudit, { token, params: { caseKey } });
    expect(chain.data.whole).toBe(true);
  }
});

it('of a user who is locked meanwhile stores no further message', async () => {
  const params = { runKey: randomUUID() };
  const reports = Array.from({ length: 4 }, (_, at) => ({ id: `KR-LOCK-${at}`, initials: `L${at}Z` }));
  await server.call(sendImportFile, {
    token,
    params,
    file: { name: 'a.xml', bytes: await reportXml(...reports) },
  });
  await server.call(readImportFiles, { token, params });
  await work();
  await server.call(confirmImport, { token, params });
  const { user_key } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.editor')
    .executeTakeFirstOrThrow();
  const lock = (locked_at: Date | null) =>
    server.db.updateTable('user_sponsor').set({ locked_at }).where('user_key', '=', user_key).execute();
  await whileHeldUp(server, 'case_page_row', work, async () => {
    await lock(server.clock.now());
  });
  await lock(null);
  // the one that was under way is stored
  expect(await runOf(params.runKey)).toMatchObject({ state: 'done', imported: 1, refused: 3 });
  const { data } = await server.call(listImportMessages, { token, params });
  expect(JSON.stringify(data.listInfo)).toContain('Your access has changed since the import began');
});

async function publishItem(itemId: string): Promise<void> {
  const analyst = await analystOf(server);
  const { text } = await analyst.file(KR);
  const change = { file: KR, text: withItem(text ?? '', itemId) };
  expect((await analyst.publish([change])).errMsg).toBeNull();
}

it('of a sponsor whose schema files are published meanwhile stores the rest by these', async () => {
  const params = { runKey: randomUUID() };
  const reports = Array.from({ length: 4 }, (_, at) => ({ id: `KR-FORM-${at}`, initials: `F${at}Z` }));
  const bytes = await reportXml(...reports);
  await server.call(sendImportFile, { token, params, file: { name: 'f.xml', bytes } });
  await server.call(readImportFiles, { token, params });
  await work();
  await server.call(confirmImport, { token, params });
  await whileHeldUp(server, 'case_page_row', work, () => publishItem('KR.meanwhile'));
  expect(await runOf(params.runKey)).toMatchObject({ state: 'done', imported: 4, refused: 0 });
  const { data } = await server.call(listImportMessages, { token, params });
  const keys = data.listInfo.flatMap(({ caseKey }) => caseKey ?? []);
  const stored = await inSponsor(server.db, 1, (trx) =>
    trx.selectFrom('pv_case').select('catalogue_version').where('case_key', 'in', keys).execute(),
  );
  const versions = Map.groupBy(stored, ({ catalogue_version }) => catalogue_version);
  // only the one that was under way is stored by what was in use before
  expect([...versions.values()].map(({ length }) => length).toSorted()).toEqual([1, 3]);
});

it('in one step refuses the rest, whose values the answer would name by other files', async () => {
  const reports = Array.from({ length: 3 }, (_, at) => ({ id: `KR-STEP-${at}`, initials: `S${at}Z` }));
  const file = { name: 's.xml', type: 'application/xml', bytes: await reportXml(...reports) };
  const importing = () => server.call(importFile, { params: { sponsorKey: 1 }, file, token });
  const { data } = await whileHeldUp(server, 'case_page_row', importing, () => publishItem('KR.step'));
  const stored = data.cases.filter(({ caseKey }) => caseKey !== null);
  expect(stored.length).toBe(1);
  expect(JSON.stringify(data.cases)).toContain('The forms have been changed since the import began');
});
