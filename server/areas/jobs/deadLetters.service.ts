/** Dead letters as operators read them, and their decisions: each is recorded with the user. */
import type { DataOf, readDeadLetters } from '../../../shared/contract/index.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { SessionUser } from '../../http/session.ts';
import { SEND_MAIL } from '../../mail/outbox.ts';
import { markFailed } from '../../mail/outbox.store.ts';
import { waitingFor } from '../../processes/waitingFor.store.ts';
import { deadLetterNotFound, jobAwaited, taskNotAwaited } from '../../problems.ts';
import { inJobQueue, seeAllJobs, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import {
  countDeadLetters,
  findDeadLetters,
  insertDecision,
  lockDeadLetter,
  markDiscarded,
  markReady,
  type DecidedJob,
} from './deadLetters.store.ts';

const MAX_SHOWN = 200;

type World = DatabaseWorld & ClockWorld & LogWorld;

/** The newest of all sponsors, and how many there are. */
export const readNewest = ({ db }: DatabaseWorld): Promise<DataOf<typeof readDeadLetters>> =>
  inJobQueue(db, async (trx) => ({
    totalCount: await countDeadLetters(trx),
    jobs: (await findDeadLetters(trx, MAX_SHOWN)).map((job) => ({
      jobKey: job.job_key,
      sponsorKey: job.sponsor_key === 0 ? null : job.sponsor_key,
      kind: job.kind,
      error: job.last_error ?? '',
      attempts: job.attempts,
      createdAt: job.created_at.toISOString(),
      failedAt: (job.finished_at ?? job.created_at).toISOString(),
    })),
  }));

/**
 * Runs a dead letter again, with all its attempts. Throws 404 DEAD_LETTER_NOT_FOUND, and 409 TASK_NOT_AWAITED where its process
 * has heard of the failure and gone on: the job would fail each time, and its reason would be lost.
 */
export const retry = (world: World, user: SessionUser, jobKey: number): Promise<void> =>
  decide(world, { decision: 'retried', reason: null, user }, async (trx) => {
    if ((await lockedJob(trx, jobKey)).waiting === 'goneOn') throw taskNotAwaited();
    return markReady(trx, jobKey, world.clock.now());
  });

/**
 * Discards a dead letter. Throws 404 DEAD_LETTER_NOT_FOUND, and 409 JOB_AWAITED where its process would wait for it for ever.
 */
export const discard = (world: World, user: SessionUser, jobKey: number, reason: string): Promise<void> =>
  decide(world, { decision: 'discarded', reason, user }, async (trx) => {
    const { kind, payload, waiting } = await lockedJob(trx, jobKey);
    if (waiting === 'awaited') throw jobAwaited();
    // a mail that was held after a restore waited in the logs for ever, with its text
    if (kind === SEND_MAIL.kind && 'emailKey' in payload)
      await markFailed(trx, Number(payload.emailKey), `discarded: ${reason}`);
    return markDiscarded(trx, jobKey);
  });

async function lockedJob(trx: Trx, jobKey: number) {
  const job = await lockDeadLetter(trx, jobKey);
  if (!job) throw deadLetterNotFound();
  const { sponsor_key: sponsorKey, kind, payload } = job;
  return { kind, payload, waiting: await waitingFor(trx, { sponsorKey, jobKey, payload }) };
}

/** Changes a dead letter and records the decision, or neither. */
async function decide(
  { db, clock, log }: World,
  decision: { decision: 'retried' | 'discarded'; reason: string | null; user: SessionUser },
  change: (trx: Trx) => Promise<DecidedJob | null>,
): Promise<void> {
  const job = await db.transaction().execute(async (trx) => {
    await seeAllJobs(trx);
    const decided = await change(trx);
    if (!decided) throw deadLetterNotFound();
    await insertDecision(trx, decided, { ...decision, at: clock.now() });
    return decided;
  });
  log.info(
    { jobKey: job.job_key, kind: job.kind, by: decision.user.userId },
    `a dead letter was ${decision.decision}`,
  );
}
