/** Queries of the processes that run jobs. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { CLOCKS_APART_S } from '../ports/clock.ts';
import type { Trx } from '../storage/database.ts';
import { MAX_WAIT_MS } from './backOff.ts';
import type { Job, RecurringJob } from './job.types.ts';

export interface Claim {
  /** kinds with free places, and how many */
  free: ReadonlyMap<string, number>;
  holder: string;
  now: Date;
  leaseUntil: Date;
}

const JOB = sql`job.job_key as "jobKey", job.sponsor_key as "sponsorKey", job.kind, job.payload, job.attempts as attempt,
  job.max_attempts as "maxAttempts", job.created_by as "createdBy", job.request_id as "requestId",
  job.trace_parent as "traceParent", job.every_ms as "everyMs"`;

/** so many more are looked at, in case other processes take the first ones at the same moment */
const ASIDE = 16;

/**
 * Takes jobs that are due, as many of each kind as there are free places. Sponsors take turns: none gets its second job of
 * a kind before every other one has got its first. Several processes never take the same job.
 */
export async function claimJobs(trx: Trx, { free, holder, now, leaseUntil }: Claim): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with recursive queue as (
      (select kind, sponsor_key from job where state = 'ready' order by kind, sponsor_key limit 1)
      union all
      select following.* from queue cross join lateral (
        select kind, sponsor_key from job
        where state = 'ready' and (kind, sponsor_key) > (queue.kind, queue.sponsor_key)
        order by kind, sponsor_key limit 1) following
    ),
    free as (
      select * from unnest(${[...free.keys()]}::text[], ${[...free.values()]}::int[]) as free (kind, places)
    ),
    candidate as materialized (
      select waiting.*,
        row_number() over (partition by waiting.kind, waiting.sponsor_key order by priority desc, run_at, job_key) + (
          select count(*) from job running
          where running.state = 'running' and running.kind = waiting.kind and running.sponsor_key = waiting.sponsor_key
        ) as turn
      from queue
      join free using (kind)
      cross join lateral (
        select job.kind, job.sponsor_key, job.job_key, job.priority, job.run_at from job
        where job.state = 'ready' and job.kind = queue.kind and job.sponsor_key = queue.sponsor_key and job.run_at <= ${now}
          and not exists (
            select from job other where other.state = 'running' and other.kind = job.kind
              and other.sponsor_key = job.sponsor_key and other.dedupe_key = job.dedupe_key)
        order by job.priority desc, job.run_at, job.job_key limit free.places + ${ASIDE}) waiting
    ),
    taken as materialized (
      select chosen.* from free cross join lateral (
        select job.sponsor_key, job.job_key from candidate join job using (sponsor_key, job_key)
        where candidate.kind = free.kind and job.state = 'ready'
        order by candidate.turn, candidate.priority desc, candidate.run_at, candidate.job_key
        limit free.places for update of job skip locked) chosen
    )
    update job set state = 'running', attempts = attempts + 1, lease_holder = ${holder}, lease_until = ${leaseUntil},
      cancel_requested = false, progress_done = null, progress_total = null, progress_note = null
    from taken where job.sponsor_key = taken.sponsor_key and job.job_key = taken.job_key
    returning ${JOB}`.execute(trx);
  return rows;
}

/** When the next job of the kinds is due; null: none waits. */
export async function findNextRun(trx: Trx, kinds: readonly string[]): Promise<Date | null> {
  const found = await trx
    .selectFrom('job')
    .select('run_at')
    .where('state', '=', 'ready')
    .where('kind', 'in', kinds)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return found?.run_at ?? null;
}

/** What ends a claim names it: a process that was too slow changes nothing of what another one makes of the job. */
export interface Held {
  sponsorKey: number;
  jobKey: number;
  attempt: number;
  holder: string;
}

export interface AbandonedJob extends Job {
  holder: string;
  /** meanwhile nobody wants it any more */
  cancelRequested: boolean;
}

/** Jobs of the kinds whose process was not heard of in time. `leaseUntil`: of a lease that is renewed now. */
export async function findAbandoned(
  trx: Trx,
  kinds: readonly string[],
  { now, leaseUntil }: Pick<Claim, 'now' | 'leaseUntil'>,
): Promise<AbandonedJob[]> {
  const tooFar = new Date(leaseUntil.getTime() + CLOCKS_APART_S * 1000);
  const { rows } = await sql<AbandonedJob>`
    select ${JOB}, lease_holder as holder, cancel_requested as "cancelRequested" from job
    where state = 'running' and (lease_until < ${now} or lease_until > ${tooFar}) and kind = any(${kinds})`.execute(
    trx,
  );
  return rows;
}

/** Recurring jobs that wait for longer than from one time to the next are due. */
export async function bringBackRounds(trx: Trx, kinds: readonly string[], now: Date): Promise<void> {
  await sql`
    update job set run_at = ${now}
    where state = 'ready' and every_ms is not null and kind = any(${kinds})
      and run_at > ${now}::timestamptz + (every_ms::bigint + ${CLOCKS_APART_S * 1000}) * interval '1 ms'`.execute(
    trx,
  );
}

/**
 * Jobs that were enqueued by a clock that was ahead wait as long from now on as they were to wait then; so does one that has
 * failed, and waits for longer than any does.
 */
export async function bringBackWaiting(trx: Trx, kinds: readonly string[], now: Date): Promise<void> {
  const ahead = sql`${now}::timestamptz + ${CLOCKS_APART_S} * interval '1 second'`;
  await sql`
    update job set
      run_at = case when created_at > ${ahead} then ${now}::timestamptz + (run_at - created_at) else ${now}::timestamptz end,
      created_at = least(created_at, ${now}::timestamptz)
    where state = 'ready' and every_ms is null and kind = any(${kinds}) and run_at > ${ahead}
      and (created_at > ${ahead}
        or attempts > 0 and run_at > ${ahead} + ${MAX_WAIT_MS} * interval '1 ms')`.execute(trx);
}

export interface Heartbeat {
  jobKey: number;
  done: number | null;
  total: number | null;
  note: string | null;
}

/** Renews the leases of jobs, and notes how far they are. Answers those that the holder still holds. */
export async function renewLeases(
  trx: Trx,
  holder: string,
  leaseUntil: Date,
  beats: readonly Heartbeat[],
): Promise<{ jobKey: number; cancelRequested: boolean }[]> {
  const { rows } = await sql<{ jobKey: number; cancelRequested: boolean }>`
    update job set lease_until = ${leaseUntil}, progress_done = beat.done, progress_total = beat.total, progress_note = beat.note
    from json_to_recordset(${JSON.stringify(beats)}::json) as beat ("jobKey" bigint, done int, total int, note text)
    where job.job_key = beat."jobKey" and job.state = 'running' and job.lease_holder = ${holder}
    returning job.job_key as "jobKey", job.cancel_requested as "cancelRequested"`.execute(trx);
  return rows;
}

/** Whether this attempt is the newest one: no other process has claimed the job since. */
export async function isAttempt(
  trx: Trx,
  { sponsorKey, jobKey, attempt }: Pick<Held, 'sponsorKey' | 'jobKey' | 'attempt'>,
): Promise<boolean> {
  const found = await trx
    .selectFrom('job')
    .select('attempts')
    .where('sponsor_key', '=', sponsorKey)
    .where('job_key', '=', jobKey)
    .executeTakeFirst();
  return found?.attempts === attempt;
}

export interface JobEnd {
  state: 'ready' | 'done' | 'dead' | 'cancelled';
  now: Date;
  /** of one that is ready again */
  runAt?: Date;
  error: string | null;
  /** the attempt does not count: it was given back */
  uncounted?: boolean;
  /** how far it came, where it is done */
  progress?: { done: number; total: number } | null;
}

/**
 * Ends a claim; false if another worker has claimed the job since. A job that failed or was given back is cancelled where
 * this was requested meanwhile, and one that becomes ready while another with the same key waits: the other does its work.
 */
export async function endClaim(
  trx: Trx,
  { sponsorKey, jobKey, attempt, holder }: Held,
  { state, now, runAt = now, error, uncounted = false, progress = null }: JobEnd,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with ending as (
      select sponsor_key, job_key, case
        when ${state} in ('ready', 'dead') and cancel_requested then 'cancelled'
        when ${state} = 'ready' and exists (
          select from job other where other.state = 'ready' and other.sponsor_key = job.sponsor_key
            and other.kind = job.kind and other.dedupe_key = job.dedupe_key) then 'cancelled'
        else ${state} end as state
      from job
      where sponsor_key = ${sponsorKey} and job_key = ${jobKey}
        and state = 'running' and lease_holder = ${holder} and attempts = ${attempt}
      for update
    )
    update job set
      state = ending.state,
      run_at = case when ending.state = 'ready' then ${runAt}::timestamptz else run_at end,
      attempts = attempts - ${uncounted ? 1 : 0}::int,
      finished_at = case when ending.state = 'ready' then null else ${now}::timestamptz end,
      last_error = ${error}::text, lease_holder = null, lease_until = null,
      progress_done = coalesce(${progress?.done ?? null}::int, progress_done),
      progress_total = coalesce(${progress?.total ?? null}::int, progress_total)
    from ending where job.sponsor_key = ending.sponsor_key and job.job_key = ending.job_key`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends a run of a recurring job: the same row waits for its next time, and counts how often in a row it failed. */
export const endRound = (trx: Trx, { jobKey, holder }: Held, runAt: Date, error: string | null) =>
  trx
    .updateTable('job')
    .set({
      state: 'ready',
      run_at: runAt,
      ...(error === null && { attempts: 0 }),
      last_error: error,
      lease_holder: null,
      lease_until: null,
    })
    .where('job_key', '=', jobKey)
    .where('state', '=', 'running')
    .where('lease_holder', '=', holder)
    .execute();

/** The row of a recurring job. A process that starts has it run at once. */
export async function putRecurring(trx: Trx, { name, every }: RecurringJob, now: Date): Promise<void> {
  await sql`
    insert into job (sponsor_key, kind, run_at, every_ms, max_attempts, created_at)
    values (0, ${name}, ${now}, ${every}, 1, ${now})
    on conflict (kind) where every_ms is not null
    do update set run_at = least(job.run_at, excluded.run_at), every_ms = excluded.every_ms`.execute(trx);
}

/** Deletes jobs that ended. Dead letters stay until an operator decides. */
export async function deleteFinishedBefore(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('job')
    .where('state', 'in', ['done', 'cancelled'])
    .where('finished_at', '<', before)
    .execute();
}
