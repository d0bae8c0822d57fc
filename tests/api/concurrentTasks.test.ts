/**
 * Tasks at the same moment. An attempt that nobody waits for any more, since its server was not heard of and another one has the
 * job, or since a user has cancelled what it is for, stores nothing. Of two checks, one sees what the other one finds.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImporter, runReader } from '../../server/case-import/caseImport.process.ts';
import { dataFileMaker } from '../../server/data-export/dataExport.process.ts';
import type { Deps } from '../../server/deps.ts';
import { claimJobs } from '../../server/jobs/job.store.ts';
import type { AnyJobHandler, Job } from '../../server/jobs/job.types.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { fileMaker } from '../../server/lists/listExport.process.ts';
import { PROCESS_CHARTS } from '../../server/processes/charts.ts';
import { deadlineHandler } from '../../server/processes/taskHandler.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { batchChecker } from '../../server/submissions/checkBatch.ts';
import { caseCommitter, LEASE_MS as RUN_LEASE_MS } from '../../server/sync/syncRun.process.ts';
import {
  cancelListExport,
  cancelSubmission,
  commandImport,
  confirmImport,
  decideImportMessages,
  listDataHistory,
  readImportFiles,
  readImportRun,
  sendImportFile,
  startExport,
  startListExport,
  stopExport,
  type DataQuery,
} from '../../shared/contract/index.ts';
import { asSuperuser, itemValue } from './caseWorld.ts';
import { reportXml } from './importReports.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';
import { eventRow, syncWorldOn, type SyncWorld } from './syncWorld.ts';

let world: SubmissionWorld;
let studies: SyncWorld;
beforeAll(async () => {
  // without its jobs: the test runs them
  world = await startSubmissionWorld({ ROLE: 'api' });
  studies = await syncWorldOn(world);
});
afterAll(() => world.server.stop());

interface Begun {
  /** as a user does */
  cancel: () => Promise<{ status: number }>;
}

interface Task {
  handler: (deps: Deps) => AnyJobHandler;
  begin: () => Promise<Begun>;
}

const MENU = { menuId: 'MU-CS' };

/** Has a file with one message read. */
async function readFile(params: { runKey: string }, id: string): Promise<void> {
  const { server, editor: token } = world;
  const bytes = await reportXml({ id, initials: 'PZD' });
  await server.call(sendImportFile, { token, params, file: { name: 'one.xml', bytes } });
  await server.call(readImportFiles, { token, params });
}

const TASKS: Readonly<Record<string, Task>> = {
  'the file of a list': {
    handler: fileMaker,
    begin: async () => {
      const exportKey = randomUUID();
      const { server, editor: token } = world;
      await server.call(startListExport, { params: MENU, body: { exportKey }, token });
      return { cancel: () => server.call(cancelListExport, { params: { ...MENU, exportKey }, token }) };
    },
  },
  'the file of a question': {
    handler: dataFileMaker,
    begin: async () => {
      const { server, editor: token } = world;
      const itemId = server.deps.catalogue.whole.roles['caseNumber'] ?? '';
      const query: DataQuery = {
        condition: {
          kind: 'group',
          joined: 'and',
          conditions: [
            {
              kind: 'rows',
              tests: [{ itemId, operator: 'NOT_NULL', values: [], nullFlavors: [] }],
              rows: { of: 'any', min: null, max: null },
            },
          ],
        },
        items: [itemId],
        layout: 'case',
        block: '',
        repeats: 'joined',
        codes: 'label',
      };
      const body = { exportKey: randomUUID(), name: 'All', format: 'CSV' as const, query };
      const { data, errMsg } = await server.call(startExport, { body, token });
      if (!data) throw new Error(errMsg ?? '');
      return { cancel: () => server.call(stopExport, { params: { dataKey: data.dataKey }, token }) };
    },
  },
  'the import of messages': {
    handler: runImporter,
    begin: async () => {
      const { server, editor: token } = world;
      const params = { runKey: randomUUID() };
      await readFile(params, `KR-STOPPED-${params.runKey}`);
      await runDueJobs(server.deps, [runReader(server.deps)]);
      // it is like the others of this file
      const body = { seqs: [1], decision: 'new', reason: 'Another patient' };
      await server.call(decideImportMessages, { token, params, body });
      expect(await server.call(confirmImport, { token, params })).toMatchObject({ status: 200 });
      return {
        cancel: () => server.call(commandImport, { params: { ...params, command: 'cancel' }, token }),
      };
    },
  },
  'the synchronisation of events': {
    handler: caseCommitter,
    begin: async () => {
      const subject = randomUUID();
      await studies.read([eventRow('a', 1, { term: 'Rash' }, subject)]);
      await studies.findChanged();
      expect(await studies.begin(['Rash'], { subject })).toMatchObject({ status: 200 });
      const { deps, clock } = world.server;
      return {
        // no user does: its time is over
        cancel: async () => {
          clock.advance(RUN_LEASE_MS + 1000);
          await runDueJobs(deps, [deadlineHandler(deps, PROCESS_CHARTS)]);
          return { status: 200 };
        },
      };
    },
  },
  'the check of a batch': {
    handler: batchChecker,
    begin: async () => {
      const batchKey = await world.put([world.nextCase()]);
      return {
        cancel: () =>
          world.server.call(cancelSubmission, {
            params: { batchKey },
            body: { reason: 'Not now' },
            token: world.second,
          }),
      };
    },
  },
};

/** Takes the job, as a process does that is paused afterwards. */
async function claimed(handler: AnyJobHandler): Promise<Job> {
  const { db, clock } = world.server;
  const now = clock.now();
  const free = new Map([[handler.kind.kind, 1]]);
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [job] = await inJobQueue(db, (trx) =>
    claimJobs(trx, { free, holder: randomUUID(), now, leaseUntil }),
  );
  if (!job) throw new Error(`no ${handler.kind.kind} is due`);
  return job;
}

/** The job is ready again: its process was not heard of. */
const lose = ({ jobKey }: Job) =>
  inJobQueue(world.server.db, (trx) =>
    trx
      .updateTable('job')
      .set({ state: 'ready', lease_holder: null, lease_until: null })
      .where('job_key', '=', jobKey)
      .execute(),
  );

/** All that the database holds, by table; not how far jobs are, nor which files no row may name and are removed. */
async function everything(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await asSuperuser(world, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('job', 'file_arrival')`.execute(trx);
    for (const { name } of rows) {
      const { rows: hashes } = await sql<{ hash: string }>`
        select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash from ${sql.table(name)} t`.execute(
        trx,
      );
      found[name] = hashes[0]?.hash ?? '';
    }
  });
  return found;
}

/** The handler in a process that goes on with `meanwhile` behind it: it has looked for its work, and stored nothing. */
function pausedIn({ handler }: Task, meanwhile: () => Promise<unknown>): AnyJobHandler {
  const { deps } = world.server;
  const { catalogues } = deps;
  return handler({
    ...deps,
    catalogues: {
      ...catalogues,
      of: async (...args) => {
        await meanwhile();
        return catalogues.of(...args);
      },
    },
  });
}

const run = (handler: AnyJobHandler, job: Job) =>
  handler.run(job as Job<never>, { signal: new AbortController().signal, progress: () => {} });

describe.each(Object.entries(TASKS))('%s', (_, task) => {
  it('is that of the server that has the job now', async () => {
    await task.begin();
    let after: Record<string, string> = {};
    const paused = pausedIn(task, async () => {
      await lose(job);
      expect(await runDueJobs(world.server.deps, [task.handler(world.server.deps)])).toBe(1);
      after = await everything();
    });
    const job = await claimed(paused);
    await Promise.allSettled([run(paused, job)]);
    expect(await everything()).toEqual(after);
  });

  it('is none where it was cancelled', async () => {
    const { cancel } = await task.begin();
    let after: Record<string, string> = {};
    const paused = pausedIn(task, async () => {
      expect(await cancel()).toMatchObject({ status: 200 });
      after = await everything();
    });
    const job = await claimed(paused);
    await Promise.allSettled([run(paused, job)]);
    expect(await everything()).toEqual(after);
  });
});

it('a reading deletes nothing of what another server has read', async () => {
  const { server, editor: token } = world;
  const params = { runKey: randomUUID() };
  await readFile(params, 'KR-PAUSED-1');
  const reader = runReader(server.deps);
  const job = await claimed(reader);
  await lose(job);
  const other = await claimed(reader);
  await run(reader, other);
  const after = await everything();
  // the other one has not ended its job yet
  await expect(run(reader, job)).rejects.toThrow('no longer waits');
  expect(await everything()).toEqual(after);
  expect((await server.call(readImportRun, { token, params })).data.messages).toBe(1);
});

it('the history says of no cancelled file that it is being made', async () => {
  const { data } = await world.server.call(listDataHistory, { query: {}, token: world.editor });
  expect(data.listInfo.map(({ codes }) => codes['state'])).not.toContainEqual(['running']);
});

it('two batches that are checked at the same moment do not both get one number of two cases', async () => {
  const { server } = world;
  const batches: number[] = [];
  for (const caseKey of [world.nextCase(), world.nextCase()]) {
    const saved = await world.save(caseKey, 'CI', [itemValue('C.1.1', [], 'KR-HB-ONCE')]);
    expect(saved).toMatchObject({ status: 200 });
    batches.push(await world.put([caseKey]));
  }
  let arrived = 0;
  const bothHere = Promise.withResolvers<void>();
  const { files } = server.deps;
  const checker = batchChecker({
    ...server.deps,
    files: {
      ...files,
      // both have read their cases, and none has stored what it found
      putFile: async (path) => {
        arrived += 1;
        if (arrived === batches.length) bothHere.resolve();
        await bothHere.promise;
        return files.putFile(path);
      },
    },
  });
  expect(await runDueJobs(server.deps, [checker])).toBe(batches.length);
  const rules = await Promise.all(
    batches.map(async (batchKey) => (await world.findings(batchKey)).map(({ ruleId }) => ruleId)),
  );
  expect(rules.filter((ruleIds) => ruleIds.includes('numberOfOther'))).toHaveLength(1);
});
