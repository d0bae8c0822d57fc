/** Jobs enter and leave the table in the transaction of the business change they belong to. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import { workContext } from '../workContext.ts';
import { DEFAULT_MAX_ATTEMPTS, type NewJob } from './job.types.ts';

/**
 * Channel of NOTIFY: `run KIND` or `cancel JOBKEY`. Only a hint: a worker that misses it finds the job when polling.
 */
export const JOB_CHANNEL = 'casewright_job';

/**
 * Enqueues a job, if and when the transaction is kept, and answers its key. Where one with the same dedupe key waits
 * already, that one is answered, and runs at the earlier of the two times.
 */
export async function enqueue<Payload extends object>(
  trx: Trx,
  { kind, sponsorKey, payload, at, runAt = at, dedupeKey, priority = 0, createdBy }: NewJob<Payload>,
): Promise<number> {
  const { job_key } = await trx
    .insertInto('job')
    .values({
      sponsor_key: sponsorKey,
      kind: kind.kind,
      payload: JSON.stringify(payload),
      dedupe_key: dedupeKey ?? null,
      priority,
      run_at: runAt,
      max_attempts: kind.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
      created_by: createdBy ?? null,
      request_id: workContext().reqId ?? null,
      trace_parent: workContext().span?.traceParent ?? null,
      created_at: at,
    })
    .onConflict((same) =>
      same
        .columns(['sponsor_key', 'kind', 'dedupe_key'])
        .where('state', '=', 'ready')
        .where('dedupe_key', 'is not', null)
        .doUpdateSet({ run_at: sql`least(job.run_at, excluded.run_at)` }),
    )
    .returning('job_key')
    .executeTakeFirstOrThrow();
  await notify(trx, `run ${kind.kind}`);
  return job_key;
}

/** Cancels a waiting job. Signals a running one to stop, which may still succeed. Others stay as they are. */
export async function cancelJob(trx: Trx, sponsorKey: number, jobKey: number, at: Date): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    update job set
      state = case state when 'ready' then 'cancelled' else state end,
      finished_at = case state when 'ready' then ${at}::timestamptz end,
      cancel_requested = true
    where sponsor_key = ${sponsorKey} and job_key = ${jobKey} and state in ('ready', 'running') and every_ms is null
    returning state`.execute(trx);
  if (rows[0]?.state === 'running') await notify(trx, `cancel ${jobKey}`);
}

const notify = (trx: Trx, hint: string) => sql`select pg_notify(${JOB_CHANNEL}, ${hint})`.execute(trx);
