/** The loop of a process that runs jobs. Any number of processes share one table. */
import { randomUUID } from 'node:crypto';
import { inJobQueue } from '../storage/database.ts';
import { runIn } from '../tracing/inSpan.ts';
import type { TracingWorld } from '../tracing/span.ts';
import { inWorkContext, type WorkContext } from '../workContext.ts';
import {
  bringBackRounds,
  bringBackWaiting,
  claimJobs,
  endRound,
  findAbandoned,
  findNextRun,
  putRecurring,
  renewLeases,
} from './job.store.ts';
import type { AnyJobHandler, Job, RecurringJob } from './job.types.ts';
import { openNap } from './nap.ts';
import { keepFailure, runJob, runRound, type JobWorld, type RunningJob } from './runJob.ts';

const SECOND_MS = 1000;
/** A process that was not heard of for so long has lost its jobs to others. */
export const LEASE_MS = 60 * SECOND_MS;
const BEAT_MS = SECOND_MS;
/** whether other processes died need not be asked at each claim */
const RECOVER_EVERY_MS = SECOND_MS;
/** a hint may be lost, and another process may die: nothing waits longer than this */
const POLL_MS = 2 * SECOND_MS;
/** after a look that found nothing although something is due, since another process is at it */
const FIRST_LOOK_MS = 50;

/** What a process is able to do. */
export interface JobRegistry {
  handlers: AnyJobHandler[];
  recurring: RecurringJob[];
}

export interface JobWorker {
  /** Looks for jobs now: something was enqueued. */
  wake: () => void;
  /** Looks now whether jobs that run here were cancelled. */
  beat: () => void;
  /** Claims nothing more, tells what runs to stop, and waits for it. */
  stop: () => Promise<void>;
}

/** Processes the table of jobs until it is stopped. */
export function startJobWorker(
  world: JobWorld,
  { handlers, recurring }: JobRegistry,
  pollMs: number = POLL_MS,
): JobWorker {
  const process = openProcess(world, { handlers, recurring });
  const stopping = new AbortController();
  const nap = openNap();
  const loop = async () => {
    for (let registered = false, looks = 0; !stopping.signal.aborted;) {
      try {
        nap.begin();
        registered ||= await process.register();
        const { claimed, next } = await process.claim({ onEnd: nap.end, onRound: nap.shorten });
        looks = claimed > 0 ? 0 : looks + 1;
        const wait = next ? next.getTime() - world.clock.now().getTime() : pollMs;
        // more is due: as many jobs end and begin as there are places
        if (claimed > 0 && wait <= 0) continue;
        await nap.take(Math.min(pollMs, Math.max(wait, FIRST_LOOK_MS * 2 ** Math.min(looks, 10))));
      } catch (err) {
        world.log.error({ err }, 'jobs could not be claimed');
        await nap.take(pollMs);
      }
    }
  };
  const ended = loop();
  const timer = setInterval(() => void process.beat(), BEAT_MS);
  return {
    wake: nap.end,
    beat: () => void process.beat(),
    stop: async () => {
      stopping.abort();
      nap.end();
      await ended;
      await process.stop();
      clearInterval(timer);
    },
  };
}

const contextOf = ({ requestId, kind, jobKey }: Job): WorkContext => ({
  reqId: requestId ?? undefined,
  job: kind,
  jobKey,
});

/** As a part of the trace in which the job was enqueued. */
function inJobSpan<T>({ tracing }: TracingWorld, job: Job, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const about = {
    name: `job ${job.kind}`,
    kind: 'consumer' as const,
    attributes: { 'casewright.job_key': job.jobKey, 'casewright.attempt': job.attempt },
  };
  return runIn(tracing.begin(about, job.traceParent), work);
}

/** Does all that is due, and what comes of it, then ends; for commands and tests. Answers how many jobs it ran. */
export async function runDueJobs(world: JobWorld, handlers: AnyJobHandler[]): Promise<number> {
  const process = openProcess(world, { handlers, recurring: [] });
  let ran = 0;
  for (let { claimed } = await process.claim(); claimed > 0; { claimed } = await process.claim()) {
    ran += claimed;
    await process.settled();
  }
  return ran;
}

/** Runs one job of a kind, if one is due, then ends; for a simulation, which decides what runs when. */
export async function runNextJob(world: JobWorld, job: AnyJobHandler | RecurringJob): Promise<boolean> {
  const one =
    'kind' in job
      ? { handlers: [{ ...job, concurrency: 1 }], recurring: [] }
      : { handlers: [], recurring: [job] };
  const process = openProcess(world, one);
  const { claimed } = await process.claim();
  await process.settled();
  return claimed > 0;
}

/** What becomes of claimed jobs. */
interface ClaimedEvents {
  /** a job ended, and another may take its place */
  onEnd: () => void;
  /** a recurring job ended, and is due again in so many milliseconds */
  onRound: (dueInMs: number) => void;
}
const NO_EVENTS: ClaimedEvents = { onEnd: () => {}, onRound: () => {} };

/** Jobs by this process: claimed, run, heard of, given back. */
function openProcess(world: JobWorld, { handlers, recurring }: JobRegistry) {
  const { db, clock, log } = world;
  const holder = randomUUID();
  const handlerOf = new Map(handlers.map((handler) => [handler.kind.kind, handler]));
  const recurringOf = new Map(recurring.map((job) => [job.name, job]));
  const kinds = [...handlerOf.keys(), ...recurringOf.keys()];
  const running = new Map<number, RunningJob & { ended: Promise<void> }>();
  const leaseUntil = () => new Date(clock.now().getTime() + LEASE_MS);

  const freePlaces = (): Map<string, number> => {
    const taken = new Map<string, number>();
    for (const { job } of running.values()) taken.set(job.kind, (taken.get(job.kind) ?? 0) + 1);
    const places = kinds.map((kind): [string, number] => [
      kind,
      (handlerOf.get(kind)?.concurrency ?? 1) - (taken.get(kind) ?? 0),
    ]);
    return new Map(places.filter(([, free]) => free > 0));
  };

  const begin = (job: Job, { onEnd, onRound }: ClaimedEvents): void => {
    const started: RunningJob = { job, stop: new AbortController(), progress: null };
    const handler = handlerOf.get(job.kind);
    const round = recurringOf.get(job.kind);
    const run = inWorkContext(contextOf(job), () =>
      inJobSpan(world, job, async () => {
        if (!handler) return runRound(world, round?.run ?? (() => Promise.resolve()), started, holder);
        await runJob(world, handler, started, holder);
        return null;
      }),
    );
    const ended = run.then((next) => {
      running.delete(job.jobKey);
      if (next === null) onEnd();
      else onRound(next.getTime() - clock.now().getTime());
    });
    running.set(job.jobKey, Object.assign(started, { ended }));
  };

  let recoveredAt = -Infinity;
  /** Takes jobs back from processes that died, and those that a clock put off before it was set back. */
  const recover = async (): Promise<void> => {
    if (performance.now() - recoveredAt < RECOVER_EVERY_MS) return;
    recoveredAt = performance.now();
    const abandoned = await inJobQueue(db, async (trx) => {
      const now = clock.now();
      await bringBackRounds(trx, [...recurringOf.keys()], now);
      await bringBackWaiting(trx, [...handlerOf.keys()], now);
      return findAbandoned(trx, kinds, { now, leaseUntil: leaseUntil() });
    });
    for (const job of abandoned) {
      // one of our own whose lease ran out while this process was asleep is renewed by the next beat
      if (running.has(job.jobKey)) continue;
      log.warn({ ...contextOf(job), attempt: job.attempt }, 'a job was abandoned');
      const handler = handlerOf.get(job.kind);
      const error = new Error('the process that ran it ended');
      const { cancelRequested: cancelled } = job;
      if (handler) await keepFailure(world, handler, job, { error, abandoned: true, cancelled });
      else await inJobQueue(db, (trx) => endRound(trx, job, clock.now(), error.message));
    }
  };

  const settled = async () => {
    await Promise.all([...running.values()].map(({ ended }) => ended));
  };

  return {
    /** Sees to the rows of recurring jobs. */
    register: async (): Promise<true> => {
      for (const job of recurring) await inJobQueue(db, (trx) => putRecurring(trx, job, clock.now()));
      return true;
    },
    /** Takes and begins what is due. `next`: when the next job is due for which there is a place then; null: none waits. */
    claim: async (events: ClaimedEvents = NO_EVENTS): Promise<{ claimed: number; next: Date | null }> => {
      await recover();
      const free = freePlaces();
      if (free.size === 0) return { claimed: 0, next: null };
      const now = clock.now();
      const { jobs, next } = await inJobQueue(db, async (trx) => {
        const taken = await claimJobs(trx, { free, holder, now, leaseUntil: leaseUntil() });
        const left = [...free].flatMap(([kind, places]) =>
          taken.filter((job) => job.kind === kind).length < places ? kind : [],
        );
        return { jobs: taken, next: left.length > 0 ? await findNextRun(trx, left) : null };
      });
      for (const job of jobs) begin(job, events);
      return { claimed: jobs.length, next };
    },
    /** Renews leases and stores progress; signals cancelled or lost jobs to stop. */
    beat: async (): Promise<void> => {
      if (running.size === 0) return;
      const beats = [...running.values()].map(({ job, progress }) => ({
        jobKey: job.jobKey,
        done: progress?.done ?? null,
        total: progress?.total ?? null,
        note: progress?.note ?? null,
      }));
      try {
        const held = await inJobQueue(db, (trx) => renewLeases(trx, holder, leaseUntil(), beats));
        const cancelRequested = new Map(held.map((job) => [job.jobKey, job.cancelRequested]));
        for (const { jobKey } of beats) {
          const stop = running.get(jobKey)?.stop;
          if (cancelRequested.get(jobKey) === true) stop?.abort('cancelled');
          if (!cancelRequested.has(jobKey)) stop?.abort('lease lost');
        }
      } catch (err) {
        log.error({ err }, 'leases of jobs were not renewed');
      }
    },
    settled,
    stop: async () => {
      for (const { stop } of running.values()) stop.abort('stopping');
      await settled();
    },
  };
}
