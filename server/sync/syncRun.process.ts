/** The synchronisation of a selection as a durable process: the chart, its task, and what becomes of its events. */
import {
  makeSyncRunMachine,
  type RunResult,
  type SyncRunContext,
} from '../../machines/sync-run/syncRun.machine.ts';
import type { EventProblem } from '../../shared/sync/syncEvent.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { findActingUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { commitRun, type CommitWorld } from './commitRun.ts';
import type { SyncRequest } from './syncRequest.ts';
import { insertLog, lockEventsOfRun, updateEvent } from './sync.store.ts';

/** How long events belong to a run. */
export const LEASE_MS = 10 * 60_000;

const machine = makeSyncRunMachine<SyncRequest>();

export type SyncRun = SyncRunContext<SyncRequest>;

export const SYNC_RUN: ProcessChart<typeof machine> = {
  name: 'sync-run',
  machine,
  tasks: { commitCase: { maxAttempts: 3 } },
  actions: {
    releaseEvents: (trx, { sponsorKey, processKey, updatedAt }) =>
      releaseEvents(trx, { sponsorKey, runKey: processKey, at: updatedAt }),
  },
  deadlineOf: ({ state, context }) =>
    state === 'committing' ? new Date((context as SyncRun).leaseUntil) : null,
};

const STOPPED: EventProblem = { kind: 'stopped', rule: null, sourceText: null };

async function releaseEvents(
  trx: Trx,
  { sponsorKey, runKey, at }: { sponsorKey: number; runKey: string; at: Date },
): Promise<void> {
  const events = (await lockEventsOfRun(trx, sponsorKey, runKey)).filter(({ state }) => state === 'progress');
  for (const event of events)
    await updateEvent(trx, event, {
      state: 'failed',
      problem: STOPPED,
      lease_until: null,
      changed_at: at,
    });
  await insertLog(
    trx,
    events.map(({ event_key }) => ({
      sponsor_key: sponsorKey,
      event_key,
      at,
      user_key: null,
      user_name: '',
      action: 'fail',
      reason: runKey,
    })),
  );
}

/** Writes the case with the privileges and the scope that the user has while it is written. */
export const caseCommitter = (world: CommitWorld & DatabaseWorld & ClockWorld & CataloguesWorld) =>
  taskHandler(
    world,
    SYNC_RUN,
    'commitCase',
    async ({ request }: { request: SyncRequest }): Promise<RunResult> => {
      const user = await findActingUser(world.db, request.user, world.clock.now());
      if (!user) throw new FinalFailure('the user may no longer work for the sponsor');
      const catalogue = await world.catalogues.of(user.sponsorKey, user.schemaVersion);
      return inSponsor(world.db, user.sponsorKey, (trx) =>
        commitRun(trx, { ...world, catalogue }, user, request),
      );
    },
  );
