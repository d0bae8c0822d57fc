/** Queries on jobs that were given up. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { JOB_CHANNEL } from '../../jobs/enqueue.store.ts';
import type { Trx } from '../../storage/database.ts';

export const findDeadLetters = (trx: Trx, limit: number) =>
  trx
    .selectFrom('job')
    .select(['job_key', 'sponsor_key', 'kind', 'last_error', 'attempts', 'created_at', 'finished_at'])
    .where('state', '=', 'dead')
    .orderBy('finished_at', 'desc')
    .orderBy('job_key', 'desc')
    .limit(limit)
    .execute();

export async function countDeadLetters(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('job')
    .select((job) => job.fn.countAll<number>().as('count'))
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Answers the kind of the job; null if it is no longer dead. If another job with the same key waits, that one does
 * the work, and this one is cancelled.
 */
export async function markReady(trx: Trx, jobKey: number, at: Date): Promise<string | null> {
  const { rows } = await sql<{ kind: string }>`
    with readied as (
      update job set attempts = 0, run_at = ${at}, state = case when exists (
        select from job other where other.state = 'ready' and other.sponsor_key = job.sponsor_key
          and other.kind = job.kind and other.dedupe_key = job.dedupe_key) then 'cancelled' else 'ready' end
      where job_key = ${jobKey} and state = 'dead' returning kind
    )
    select kind, pg_notify(${JOB_CHANNEL}, 'run ' || kind) from readied`.execute(trx);
  return rows[0]?.kind ?? null;
}

/** Answers the kind of the job; null if it is no longer dead. */
export async function markDiscarded(trx: Trx, jobKey: number): Promise<string | null> {
  const found = await trx
    .updateTable('job')
    .set({ state: 'cancelled' })
    .where('job_key', '=', jobKey)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  return found?.kind ?? null;
}
