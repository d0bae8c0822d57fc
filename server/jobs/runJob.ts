/** Runs one claimed job and keeps how it ended. */
import { storable } from '../../shared/text/storable.ts';
import type { RandomWorld } from '../ports/chance.ts';
import { inJobQueue, inSponsor, type Db } from '../storage/database.ts';
import { typeOf } from '../tracing/inSpan.ts';
import type { TracingWorld } from '../tracing/span.ts';
import { workContext } from '../workContext.ts';
import { backOff } from './backOff.ts';
import { endClaim, endRound, type JobEnd } from './job.store.ts';
import { FinalFailure, type AnyJobHandler, type Job, type JobRun, type StopReason } from './job.types.ts';

/** What running jobs takes; each is the same for all of them. */
export interface JobWorld extends TracingWorld, RandomWorld {
  db: Db;
  clock: { now: () => Date };
  log: {
    error: (details: object, message: string) => void;
    warn: (details: object, message: string) => void;
    info: (details: object, message: string) => void;
  };
}

/** A job that this process runs. */
export interface RunningJob {
  job: Job;
  stop: AbortController;
  progress: { done: number; total: number; note: string | null } | null;
}

/** Never throws: what the handler throws is kept with the job. */
export async function runJob(
  world: JobWorld,
  handler: AnyJobHandler,
  running: RunningJob,
  holder: string,
): Promise<void> {
  const { job, stop } = running;
  const { signal } = stop;
  const run: JobRun = {
    signal,
    progress: (done, total, note = '') => {
      running.progress = { done, total, note: note === '' ? null : note };
    },
  };
  const { jobKey, kind, sponsorKey, attempt } = job;
  try {
    const complete = await handler.run(job as Job<never>, run);
    if (signal.reason === 'lease lost') return;
    const isDone = await inSponsor(world.db, sponsorKey, async (trx) => {
      const held = { ...job, holder };
      const now = world.clock.now();
      const end = { state: 'done' as const, now, error: null, progress: running.progress };
      // first: a process that lost the job must not keep its effect
      if (!(await endClaim(trx, held, end))) return false;
      await complete?.(trx);
      return true;
    });
    if (isDone) world.log.info({ job: kind, jobKey, sponsorKey, attempt }, 'a job is done');
  } catch (error) {
    const reason = signal.reason as StopReason | undefined;
    if (reason === 'lease lost') return;
    const how = { error, cancelled: reason === 'cancelled', givenBack: reason === 'stopping' };
    if (!how.cancelled && !how.givenBack) {
      workContext().span?.fail(typeOf(error));
      const level = isFinal(job, error) ? 'error' : 'warn';
      world.log[level]({ err: error, job: kind, jobKey, sponsorKey, attempt }, 'a job failed');
    }
    await keepFailure(world, handler, { ...job, holder }, how).catch((err: unknown) =>
      world.log.error({ err, job: kind, jobKey }, 'how a job failed was not kept; its lease runs out'),
    );
  }
}

/** It may quote what a server outside has said. */
const storedMessage = (error: unknown): string =>
  storable(error instanceof Error ? error.message : String(error));

const isFinal = ({ attempt, maxAttempts }: Job, error: unknown): boolean =>
  error instanceof FinalFailure || attempt >= maxAttempts;

interface Failure {
  error: unknown;
  /** its process died, so nothing is known of why */
  abandoned?: boolean;
  cancelled?: boolean;
  givenBack?: boolean;
}

/** Keeps that a job failed: it waits for its next attempt, or is a dead letter. */
export async function keepFailure(
  { db, clock, random }: JobWorld,
  handler: AnyJobHandler,
  job: Job & { holder: string },
  { error: cause, abandoned = false, cancelled = false, givenBack = false }: Failure,
): Promise<void> {
  const now = clock.now();
  const message = storedMessage(cause);
  const wait = abandoned ? 0 : (handler.waitAfter?.(job.attempt) ?? backOff(job.attempt, random));
  const retryAt = isFinal(job, cause) ? null : new Date(now.getTime() + wait);
  const end: JobEnd = cancelled
    ? { state: 'cancelled', now, error: null }
    : givenBack
      ? { state: 'ready', now, error: null, uncounted: true }
      : retryAt
        ? { state: 'ready', now, runAt: retryAt, error: message }
        : { state: 'dead', now, error: message };
  const hasFailed = !cancelled && !givenBack;
  const failed: Job = job;
  const keep = (isHandled: boolean, error = end.error) =>
    inSponsor(db, job.sponsorKey, async (trx) => {
      if (!(await endClaim(trx, job, { ...end, error })) || !isHandled) return;
      await handler.failed?.(trx, failed as Job<never>, {
        message,
        isFinal: cause instanceof FinalFailure,
        retryAt,
      });
    });
  try {
    await keep(hasFailed);
  } catch (handling) {
    if (!hasFailed) throw handling;
    // whatever the handler makes of it, an operator must see it
    await keep(false, `${message}; then: ${String(handling)}`);
  }
}

/** Recurring jobs of seconds fall due together, so that one look at the table finds them all. */
const MAX_ALIGNED_MS = 60_000;

/** When a recurring job that ends now is due again. */
function nextRound(now: Date, everyMs: number): Date {
  const next = now.getTime() + everyMs;
  const isAligned = everyMs > 0 && everyMs < MAX_ALIGNED_MS;
  return new Date(isAligned ? next - (next % everyMs) : next);
}

/** What is done once a day is not left for a day because of a moment: it is tried again as other jobs are. */
function afterFailure(now: Date, everyMs: number, waitMs: number): Date {
  return waitMs < everyMs ? new Date(now.getTime() + waitMs) : nextRound(now, everyMs);
}

/** Runs a recurring job once; it comes round again whatever became of it. Answers when. */
export async function runRound(
  world: JobWorld,
  run: (signal: AbortSignal) => Promise<void>,
  { job, stop: { signal } }: RunningJob,
  holder: string,
): Promise<Date> {
  let message: string | null = null;
  try {
    await run(signal);
  } catch (error) {
    message = storedMessage(error);
    // interrupted as the process stops, it is due for the next one
    if (!signal.aborted) {
      workContext().span?.fail(typeOf(error));
      world.log.error({ err: error, job: job.kind }, 'a job failed');
    }
  }
  const everyMs = signal.aborted ? 0 : (job.everyMs ?? 0);
  const now = world.clock.now();
  const next =
    message === null
      ? nextRound(now, everyMs)
      : afterFailure(now, everyMs, backOff(job.attempt, world.random));
  await inJobQueue(world.db, (trx) => endRound(trx, { ...job, holder }, next, message)).catch(
    (err: unknown) =>
      world.log.error({ err, job: job.kind }, 'the end of a job was not kept; its lease runs out'),
  );
  return next;
}
