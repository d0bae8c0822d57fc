/** Queries on dead letters and on the decisions about them. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { SessionUser } from '../../http/session.ts';
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

/** What a dead letter carries; undefined: there is none. Nobody else decides about it until the transaction ends. */
export const lockDeadLetter = (trx: Trx, jobKey: number) =>
  trx
    .selectFrom('job')
    .select(['sponsor_key', 'kind', 'payload'])
    .where('job_key', '=', jobKey)
    .where('state', '=', 'dead')
    .forUpdate()
    .executeTakeFirst();

/** What a decision is recorded with. */
export interface DecidedJob {
  sponsor_key: number;
  job_key: number;
  kind: string;
  attempts: number;
  last_error: string | null;
}

/**
 * Makes a dead letter run again with all its attempts; null: it is none. If a job waits under the same key already, that
 * job does the work and this one is cancelled.
 */
export async function markReady(trx: Trx, jobKey: number, at: Date): Promise<DecidedJob | null> {
  const { rows } = await sql<DecidedJob>`
    with dead as (
      select sponsor_key, job_key, kind, attempts, last_error, exists (
        select from job other where other.state = 'ready' and other.sponsor_key = job.sponsor_key
          and other.kind = job.kind and other.dedupe_key = job.dedupe_key) as waits
      from job where job_key = ${jobKey} and state = 'dead' for update
    ),
    readied as (
      update job set attempts = 0, run_at = ${at}, state = case when dead.waits then 'cancelled' else 'ready' end
      from dead where job.sponsor_key = dead.sponsor_key and job.job_key = dead.job_key
    )
    select sponsor_key, job_key, kind, attempts, last_error, pg_notify(${JOB_CHANNEL}, 'run ' || kind) from dead`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Discards a dead letter; null: it is none. */
export async function markDiscarded(trx: Trx, jobKey: number): Promise<DecidedJob | null> {
  const found = await trx
    .updateTable('job')
    .set({ state: 'cancelled' })
    .where('job_key', '=', jobKey)
    .where('state', '=', 'dead')
    .returning(['sponsor_key', 'job_key', 'kind', 'attempts', 'last_error'])
    .executeTakeFirst();
  return found ?? null;
}

interface Decision {
  decision: 'retried' | 'discarded';
  reason: string | null;
  user: SessionUser;
  at: Date;
}

/** Records who decided what, and about which failure. */
export const insertDecision = (
  trx: Trx,
  { sponsor_key, job_key, kind, attempts, last_error }: DecidedJob,
  { decision, reason, user, at }: Decision,
) =>
  trx
    .insertInto('job_decision')
    .values({
      sponsor_key,
      job_key,
      kind,
      attempts,
      last_error,
      decision,
      reason,
      at,
      user_key: user.userKey,
      user_id: user.userId,
      user_name: user.userName,
    })
    .execute();
