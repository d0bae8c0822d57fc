/** The index of a loaded dictionary is built by a job, which is broken off, goes on, and is given up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFiles } from '../../server/dictionaries/load/loadFiles.ts';
import { deleteRelease } from '../../server/dictionaries/releases.service.ts';
import { findRelease } from '../../server/dictionaries/releases.store.ts';
import {
  cancelStaging,
  dictionaryStager,
  STAGE_DICTIONARY,
  stagingByJob,
} from '../../server/dictionaries/stageByJob.ts';
import { runDueJobs, startJobWorker, type JobWorker } from '../../server/jobs/jobWorker.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let files: string;
const workers: JobWorker[] = [];
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'dictionary-staging-'));
  const rows = Array.from(
    { length: 20 },
    (_, no) => `INVENTED ${no}\tof\tY${String(no).padStart(9, '0')}\tINVENTED\r\n`,
  );
  writeFileSync(join(files, 'UNIIs.txt'), `Name\tTYPE\tUNII\tDisplay Name\r\n${rows.join('')}`);
  // ROLE api: nothing is staged but by the worker that a test starts
  server = await startTestServer({ env: { ROLE: 'api' } });
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await server.stop();
  rmSync(files, { recursive: true, force: true });
});

const load = (version: string, resume: boolean, isStopped: () => boolean) =>
  loadFiles(
    server.deps,
    { dictionary: 'UNII', version, paths: [files] },
    {
      sample: false,
      by: 'Ann',
      resume,
      isStopped: () => false,
      staging: stagingByJob(server.deps, isStopped),
    },
  );
const jobState = async () => {
  const job = await inJobQueue(server.db, (trx) =>
    trx
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', STAGE_DICTIONARY.kind)
      .orderBy('job_key', 'desc')
      .executeTakeFirst(),
  );
  return job?.state;
};
const stateOf = async (releaseNo: number) => (await findRelease(server.db, releaseNo))?.state;
const startWorker = () => {
  const worker = startJobWorker(server.deps, { handlers: [dictionaryStager(server.deps)], recurring: [] });
  workers.push(worker);
  return worker;
};
/** Keeps the index from being built while the work goes on. */
const whileIndexWaits = (releaseNo: number, work: () => Promise<void>) =>
  server.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(`dictionary_search_${releaseNo}`)} in row exclusive mode`.execute(trx);
    await work();
  });
const loaded = async (version: string): Promise<number> => {
  const result = await load(version, false, () => true);
  if (result.outcome !== 'stopped') throw new Error(`the load was ${result.outcome}`);
  return result.releaseNo;
};

it('broken off while it is built, goes on with the next process', async () => {
  const releaseNo = await loaded('1');
  expect(await stateOf(releaseNo)).toBe('loading');
  await whileIndexWaits(releaseNo, async () => {
    const worker = startWorker();
    await expect.poll(jobState).toBe('running');
    await worker.stop();
    expect(await jobState()).toBe('ready');
  });
  expect(await stateOf(releaseNo)).toBe('loading');
  await runDueJobs(server.deps, [dictionaryStager(server.deps)]);
  expect(await stateOf(releaseNo)).toBe('staged');
});

it('is waited for by a load that is resumed, which writes no entry twice', async () => {
  const releaseNo = await loaded('2');
  startWorker();
  const resumed = await load('2', true, () => false);
  expect(resumed).toMatchObject({ outcome: 'staged', releaseNo, entries: 20 });
  expect((await findRelease(server.db, releaseNo))?.entries).toBe(20);
});

it('is given up at once when the release is dropped', async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  const releaseNo = await loaded('3');
  await whileIndexWaits(releaseNo, async () => {
    startWorker();
    await expect.poll(jobState).toBe('running');
    await cancelStaging(server.deps, releaseNo);
    await expect.poll(jobState).toBe('cancelled');
  });
  await deleteRelease(server.deps, releaseNo);
  expect(await stateOf(releaseNo)).toBeUndefined();
});
