/** The import in two steps as a durable process: the chart, its tasks, and what its actions store. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  caseImportMachine,
  type CaseImportContext,
  type ReadingEnd,
} from '../../machines/case-import/caseImport.machine.ts';
import type { RunState } from '../../shared/import/import.types.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { ConfigWorld } from '../config.ts';
import { noteArrivals } from '../files/fileArrival.store.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import type { UploadsWorld } from '../http/upload.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import { refusedForGood } from '../jobs/refusedForGood.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler, type TaskRun } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import { pseudonymiseRest } from '../retention/pseudonymiseEarlier.ts';
import { threadTask } from '../threads/threadTask.ts';
import { errorOf } from '../whole-case/threadFailure.ts';
import { callerWorld } from '../whole-case/wholeCaseWork.ts';
import { endRest } from './chosenMessages.store.ts';
import type { ImportEnd } from './importRun.ts';
import {
  deleteReading,
  deleteRun,
  findFiles,
  findRun,
  updateRun,
  type StoredImportFile,
} from './importRun.store.ts';
import type { RunFile } from './runFiles.ts';
import type { RunReport } from './runProgress.ts';
import type { workOnRun } from './runs.thread.ts';
import { runServed } from './runServed.ts';
import { storeStaged } from './stagedFiles.ts';

const ENDED: readonly string[] = ['done', 'closed'] satisfies RunState[];
const EXPIRING = ['receiving', 'failed', 'deciding', 'stopped'];
const DAY_MS = 24 * 60 * 60_000;

export const CASE_IMPORT: ProcessChart<typeof caseImportMachine> = {
  name: 'case-import',
  machine: caseImportMachine,
  tasks: { readFiles: { maxAttempts: 3 }, importMessages: { maxAttempts: 3 } },
  actions: {
    recordState: async (trx, { sponsorKey, processKey, updatedAt }, params) => {
      const { state } = params as { state: RunState };
      const run = { sponsorKey, runKey: processKey };
      const hasEnded = ENDED.includes(state);
      await updateRun(trx, run, { state, ...(hasEnded && { ended_at: updatedAt }) });
      if (hasEnded) await pseudonymiseRest(trx, run, updatedAt);
    },
    discard: async (trx, { sponsorKey, processKey }) => {
      const run = { sponsorKey, runKey: processKey };
      const files = await findFiles(trx, run);
      // a file that no other row names is an orphan from now on
      if (files.length > 0) await noteArrivals(trx, [...new Set(files.map(({ file_key }) => file_key))]);
      await deleteRun(trx, run);
    },
    endMessages: async (trx, { sponsorKey, processKey }) => {
      await endRest(trx, { sponsorKey, runKey: processKey });
    },
  },
  deadlineOf: ({ state, context }) =>
    EXPIRING.includes(String(state)) ? new Date((context as CaseImportContext).expiresAt) : null,
};

/** When files that are received or read now are deleted. */
export const expiryOf = ({ clock, config }: ClockWorld & ConfigWorld): string =>
  new Date(clock.now().getTime() + config.keepReadDays * DAY_MS).toISOString();

/** The time limit applies to each step of progress. */
const runTask = threadTask<typeof workOnRun>(new URL('./runs.thread.ts', import.meta.url), 'workOnRun', {
  seconds: 180,
  threads: 2,
});

type RunWorld = CataloguesWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  FilesWorld &
  LogWorld &
  ThreadsWorld &
  UploadsWorld;

/** Reads the files of a run. */
export const runReader = (world: RunWorld) =>
  taskHandler(
    world,
    CASE_IMPORT,
    'readFiles',
    async (_: unknown, run): Promise<ReadingEnd> => {
      const { sponsorKey, processKey: runKey } = run;
      await inSponsor(world.db, sponsorKey, async (trx) => {
        await run.requireAwaited(trx);
        // an earlier attempt that ended with its process is replaced
        await deleteReading(trx, { sponsorKey, runKey });
      });
      await work(world, run, 'read');
      return { expiresAt: expiryOf(world) };
    },
    { concurrency: 2 },
  );

/** Imports the chosen messages of a run. */
export const runImporter = (world: RunWorld) =>
  taskHandler(
    world,
    CASE_IMPORT,
    'importMessages',
    async (_: unknown, run): Promise<null> => {
      // each time by the schema files that are in use then
      while ((await work(world, run, 'import')) === 'schemasChanged') run.signal.throwIfAborted();
      return null;
    },
    { concurrency: 2 },
  );

/** Progress is counted in thousandths. */
const WHOLE = 1000;

/** Works with the privileges and the scope that the user has now. */
async function work(world: RunWorld, run: TaskRun, step: 'read' | 'import'): Promise<ImportEnd> {
  const { sponsorKey, processKey: runKey, createdBy, signal } = run;
  const user = await importerOf(world, sponsorKey, createdBy);
  const ref = { sponsorKey, runKey };
  const stored = await inSponsor(world.db, sponsorKey, async (trx) => ({
    run: await findRun(trx, ref),
    files: await findFiles(trx, ref),
  }));
  const { sender_key: senderKey, at: receivedAt } = stored.run ?? {};
  if (typeof senderKey !== 'number' || !receivedAt) throw new FinalFailure('the import has no sender');
  const catalogue = await world.catalogues.of(sponsorKey, user.schemaVersion);
  return world.uploads.folders.use(async (folder) => {
    const files = await fetchFiles(world, stored.files, folder, signal);
    run.progress(0, WHOLE);
    return refusedForGood(async () => {
      const result = await runServed(
        world,
        runTask,
        {
          world: callerWorld({ ...world, catalogue }),
          user,
          run: ref,
          senderKey,
          receivedAt,
          files,
          folder,
          step,
        },
        {
          begin: () => Promise.resolve(),
          storeFiles: (fileKeys) => storeStaged(world.files, folder, fileKeys),
          keepUpload: () => Promise.reject(new Error('the files of a run are stored')),
          report: ({ share, messages }: RunReport) =>
            run.progress(Math.round(share * WHOLE), WHOLE, String(messages)),
          notStored: (message, why) =>
            world.log.error({ why, message, runKey }, 'a message could not be stored'),
        },
        { userKey: user.userKey, signal },
      );
      if ('failure' in result) throw errorOf(result.failure);
      return result.end;
    });
  });
}

async function importerOf(
  { db, clock }: RunWorld,
  sponsorKey: number,
  createdBy: number | null,
): Promise<SessionUser> {
  const acting = { userKey: createdBy ?? 0, sponsorKey, senderKey: null };
  const user = await findActingUser(db, acting, clock.now());
  if (!user?.privileges.includes('EDIT.DATA'))
    throw new FinalFailure('the user may no longer import data of the sponsor');
  return user;
}

/** The files of a run on the local disk. */
async function fetchFiles(
  { files: store }: FilesWorld,
  files: readonly StoredImportFile[],
  folder: string,
  signal: AbortSignal,
): Promise<RunFile[]> {
  const local: RunFile[] = [];
  for (const { file_no, file_key, file_name, size } of files) {
    const content = await store.stream(file_key);
    if (!content) throw new FinalFailure(`the file ${file_name} is not in the file storage`);
    const path = join(folder, `file-${file_no}`);
    await pipeline(content, createWriteStream(path), { signal });
    local.push({ fileNo: file_no, fileName: file_name, path, size: size ?? 0 });
  }
  return local;
}
