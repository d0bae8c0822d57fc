/** Pseudonymises the cases that a user has released, one transaction each: it goes on where it was interrupted. */
import { catalogueOfSponsor, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { ProjectionsWorld } from '../projections/projection.ts';
import { inSponsor } from '../storage/database.ts';
import { endRun, findRun, lockRun, noteCase, reopenRun, type Run } from './pseudonymisation.store.ts';
import { pseudonymiseCase } from './pseudonymiseCase.ts';

export const PSEUDONYMISE: JobKind<{ runKey: number }> = { kind: 'pseudonymise' };

type World = SponsorsWorld & AuditWorld & ClockWorld & ProjectionsWorld;

export const pseudonymiser = (world: World): JobHandler<{ runKey: number }> => ({
  kind: PSEUDONYMISE,
  run: async ({ sponsorKey, payload: { runKey } }, { signal, progress }) => {
    const run = await inSponsor(world.db, sponsorKey, async (trx) => {
      // an operator tries again what was given up
      await reopenRun(trx, sponsorKey, runKey);
      return findRun(trx, sponsorKey, runKey);
    });
    if (run?.state !== 'running') return;
    const catalogue = await catalogueOfSponsor(world, sponsorKey);
    for (const [at, rootCaseKey] of run.case_keys.entries()) {
      if (at < run.done) continue;
      signal.throwIfAborted();
      progress(at, run.case_keys.length);
      const isRunning = await oneCase({ ...world, catalogue }, run, { at, rootCaseKey });
      if (!isRunning) return;
    }
    return async (trx) => {
      await endRun(trx, run, 'done', world.clock.now());
    };
  },
  failed: async (trx, { sponsorKey, payload: { runKey } }, { retryAt }) => {
    if (retryAt !== null) return;
    await endRun(trx, { sponsor_key: sponsorKey, run_key: runKey }, 'failed', world.clock.now());
  },
});

/**
 * Answers false where a user has cancelled the run. A process that slept until another one had its job finds the case done: it
 * is neither done nor counted twice.
 */
const oneCase = (
  deps: World & Parameters<typeof pseudonymiseCase>[1],
  run: Run,
  { at, rootCaseKey }: { at: number; rootCaseKey: number },
): Promise<boolean> =>
  inSponsor(deps.db, run.sponsor_key, async (trx) => {
    const current = await lockRun(trx, run);
    if (current?.state !== 'running') return false;
    if (at < current.done) return true;
    const refused = await pseudonymiseCase(trx, deps, {
      sponsorKey: run.sponsor_key,
      rootCaseKey,
      at: deps.clock.now(),
      user: { userKey: run.user_key, userId: run.user_id, userName: run.user_name },
      reason: run.reason,
      requestId: run.request_id,
      meaning: run.meaning,
    });
    await noteCase(trx, run, refused);
    return true;
  });
