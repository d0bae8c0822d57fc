/** Builds the index of a release as a job: if its process stops, another server or the next command continues. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClockWorld } from '../ports/clock.ts';
import { cancelJob, enqueue } from '../jobs/enqueue.store.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import type { Db, DatabaseWorld } from '../storage/database.ts';
import type { Staging } from './load/loadFiles.ts';
import { LoadProblem } from './load/loadProblem.ts';
import { finishStaging, type ReleaseDeps } from './releases.service.ts';
import { findRelease } from './releases.store.ts';

export const STAGE_DICTIONARY: JobKind<{ releaseNo: number }> = { kind: 'stage-dictionary', maxAttempts: 3 };

const LOOK_EVERY_MS = 200;

export const dictionaryStager = (deps: ReleaseDeps): JobHandler<{ releaseNo: number }> => ({
  kind: STAGE_DICTIONARY,
  run: ({ payload: { releaseNo } }, { signal }) => finishStaging(deps, releaseNo, signal),
});

type World = DatabaseWorld & ClockWorld;

/** Stages a release by a job that survives this process; `isStopped`: the caller does not wait any longer. */
export const stagingByJob = (world: World, isStopped: () => boolean): Staging => ({
  isWritten: async (releaseNo) => {
    const release = await findRelease(world.db, releaseNo);
    return release?.state === 'staged' || (await findStagingJobs(world.db, releaseNo)).length > 0;
  },
  stage: async (releaseNo) => {
    const jobKey = await world.db.transaction().execute((trx) =>
      enqueue(trx, {
        kind: STAGE_DICTIONARY,
        sponsorKey: 0,
        payload: { releaseNo },
        at: world.clock.now(),
        dedupeKey: String(releaseNo),
      }),
    );
    return isStaged(world.db, releaseNo, jobKey, isStopped);
  },
});

/** Cancels the staging of the release. */
export const cancelStaging = ({ db, clock }: World, releaseNo: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const { job_key } of await findStagingJobs(trx, releaseNo))
      await cancelJob(trx, 0, job_key, clock.now());
  });

/** Waits for the job. Throws where it was given up. */
async function isStaged(
  db: Db,
  releaseNo: number,
  jobKey: number,
  isStopped: () => boolean,
): Promise<boolean> {
  while (!isStopped()) {
    const release = await findRelease(db, releaseNo);
    if (release?.state !== 'loading') return true;
    const job = await db
      .selectFrom('job')
      .select(['state', 'last_error'])
      .where('job_key', '=', jobKey)
      .executeTakeFirst();
    if (job?.state === 'dead')
      throw new LoadProblem(
        `${release.dictionary} ${release.version}`,
        job.last_error ?? 'it was not staged',
      );
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Those that wait or run. */
const findStagingJobs = (db: Db, releaseNo: number) =>
  db
    .selectFrom('job')
    .select('job_key')
    .where('kind', '=', STAGE_DICTIONARY.kind)
    .where('dedupe_key', '=', String(releaseNo))
    .where('state', 'in', ['ready', 'running'])
    .execute();
