/** What an operator may do about jobs that were given up. */
import type { DataOf, readDeadLetters } from '../../../shared/contract/index.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { SessionUser } from '../../http/session.ts';
import { deadLetterNotFound } from '../../problems.ts';
import { inJobQueue, type DatabaseWorld } from '../../storage/database.ts';
import { countDeadLetters, findDeadLetters, markDiscarded, markReady } from './deadLetters.store.ts';

const MAX_SHOWN = 200;

type World = DatabaseWorld & ClockWorld & LogWorld;

export const listDeadLetters = ({ db }: DatabaseWorld): Promise<DataOf<typeof readDeadLetters>> =>
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

/** Resets the attempts. Throws 404 DEAD_LETTER_NOT_FOUND. */
export async function retry({ db, clock, log }: World, user: SessionUser, jobKey: number): Promise<void> {
  const kind = await inJobQueue(db, (trx) => markReady(trx, jobKey, clock.now()));
  if (kind === null) throw deadLetterNotFound();
  log.info({ jobKey, kind, by: user.userId }, 'a dead letter is tried again');
}

/** Throws 404 DEAD_LETTER_NOT_FOUND. */
export async function discard({ db, log }: World, user: SessionUser, jobKey: number): Promise<void> {
  const kind = await inJobQueue(db, (trx) => markDiscarded(trx, jobKey));
  if (kind === null) throw deadLetterNotFound();
  log.info({ jobKey, kind, by: user.userId }, 'a dead letter was discarded');
}
