/** The table of background work over a real database: who takes what, when, and what becomes of failures and deaths. */
import { removeFinished } from '../../server/jobs/handlers/removeFinished.job.ts';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelJob, enqueue } from '../../server/jobs/enqueue.store.ts';
import { claimJobs } from '../../server/jobs/job.store.ts';
import {
  FinalFailure,
  type AnyJobHandler,
  type JobHandler,
  type JobKind,
  type NewJob,
} from '../../server/jobs/job.types.ts';
import {
  LEASE_MS,
  runDueJobs,
  runNextJob,
  startJobWorker,
  type JobWorker,
} from '../../server/jobs/jobWorker.ts';
import { listenForJobs } from '../../server/jobs/listenForJobs.ts';
import { inJobQueue, inSponsor, openDatabase, type Db } from '../../server/storage/database.ts';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { testDataDir } from '../testDataDir.ts';
import { eventually } from './harness.ts';

interface Note {
  note: string;
}
const NOTE: JobKind<Note> = { kind: 'note', maxAttempts: 3 };

let db: Db;
let url: string;
let offset = 0;
const clock = { now: () => new Date(Date.now() + offset) };
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
const world = () => ({ db, clock, log, random: Math.random, tracing: null });
const undo: (() => unknown)[] = [];
const workers: JobWorker[] = [];

beforeAll(async () => {
  const dir = testDataDir();
  const database = await startEmbedded(dir);
  url = database.url;
  await migrate(url);
  db = openDatabase(url);
  undo.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => database.stop(),
    () => db.destroy(),
  );
});
afterAll(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});
beforeEach(async () => {
  offset = 0;
  await inJobQueue(db, (trx) => trx.deleteFrom('job').execute());
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const add = (note: string, more: Partial<NewJob<Note>> = {}) => {
  const sponsorKey = more.sponsorKey ?? 1;
  return inSponsor(db, sponsorKey, (trx) =>
    enqueue(trx, { kind: NOTE, sponsorKey, payload: { note }, at: clock.now(), ...more }),
  );
};
const jobs = () =>
  inJobQueue(db, (trx) =>
    trx.selectFrom('job').selectAll().where('kind', 'in', ['note', 'round']).orderBy('job_key').execute(),
  );
const oneJob = async () => {
  const [job] = await jobs();
  if (!job) throw new Error('there is no job');
  return job;
};
const handler = (
  run: JobHandler<Note>['run'],
  more: Partial<Omit<JobHandler<Note>, 'kind'>> = {},
): JobHandler<Note> => ({ kind: NOTE, run, ...more });
/** Notes what it is given. */
const noting = (notes: string[], more?: Partial<JobHandler<Note>>) =>
  handler(({ payload }) => {
    notes.push(payload.note);
    return Promise.resolve();
  }, more);
const start = (handlers: AnyJobHandler[], pollMs?: number) => {
  const worker = startJobWorker(world(), { handlers, recurring: [] }, pollMs);
  workers.push(worker);
  return worker;
};
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

describe('a job', () => {
  it('exists only if the transaction is kept that enqueued it', async () => {
    const refused = inSponsor(db, 1, async (trx) => {
      await enqueue(trx, { kind: NOTE, sponsorKey: 1, payload: { note: 'a' }, at: clock.now() });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await jobs()).toEqual([]);
  });

  it('is seen by no other tenant', async () => {
    await add('of 1');
    await add('of the installation', { sponsorKey: 0 });
    const seen = (sponsorKey: number) =>
      inSponsor(db, sponsorKey, async (trx) => {
        const found = await trx.selectFrom('job').select('payload').execute();
        return found.map(({ payload }) => (payload as Note).note);
      });
    expect(await seen(1)).toEqual(['of 1', 'of the installation']);
    expect(await seen(2)).toEqual(['of the installation']);
    await expect(add('of 2', { sponsorKey: 2 })).resolves.toBeGreaterThan(0);
    const foreign = inSponsor(db, 1, (trx) =>
      enqueue(trx, { kind: NOTE, sponsorKey: 2, payload: { note: 'x' }, at: clock.now() }),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
  });

  it('waits once under its key, for the earlier time', async () => {
    const later = new Date(clock.now().getTime() + 60_000);
    const first = await add('first', { dedupeKey: 'k', runAt: later });
    expect(await add('second', { dedupeKey: 'k' })).toBe(first);
    expect(await add('other', { dedupeKey: 'k', sponsorKey: 2 })).not.toBe(first);
    const notes: string[] = [];
    await runDueJobs(world(), [noting(notes)]);
    expect(notes.toSorted()).toEqual(['first', 'other']);
  });

  it('runs when it is due, and leaves what its handler wrote with its end', async () => {
    await add('later', { runAt: new Date(clock.now().getTime() + 60_000) });
    const written = handler(() =>
      Promise.resolve(async (trx) => {
        await trx.updateTable('job').set({ progress_note: 'written' }).where('kind', '=', 'note').execute();
      }),
    );
    expect(await runDueJobs(world(), [written])).toBe(0);
    offset = 61_000;
    expect(await runDueJobs(world(), [written])).toBe(1);
    expect(await oneJob()).toMatchObject({ state: 'done', attempts: 1, progress_note: 'written' });
  });

  it('is not done when its effect cannot be kept', async () => {
    await add('a');
    const broken = handler(() => Promise.resolve(() => Promise.reject(new Error('the effect failed'))));
    await runDueJobs(world(), [broken]);
    expect(await oneJob()).toMatchObject({ state: 'ready', attempts: 1, last_error: 'the effect failed' });
  });

  it('waits longer after each failure, then is a dead letter with its error', async () => {
    await add('a');
    const failures: (Date | null)[] = [];
    const failing = handler(() => Promise.reject(new Error('no answer')), {
      failed: (_trx, _job, { retryAt }) => Promise.resolve(void failures.push(retryAt)),
    });
    await runDueJobs(world(), [failing]);
    const { run_at, state } = await oneJob();
    expect(state).toBe('ready');
    expect(run_at.getTime() - clock.now().getTime()).toBeGreaterThan(7000);
    expect(run_at.getTime() - clock.now().getTime()).toBeLessThanOrEqual(10_000);
    offset = 11_000;
    await runDueJobs(world(), [failing]);
    offset = 40_000;
    await runDueJobs(world(), [failing]);
    expect(await oneJob()).toMatchObject({ state: 'dead', attempts: 3, last_error: 'no answer' });
    expect(failures.map((at) => at !== null)).toEqual([true, true, false]);
    offset = 10 * 60_000;
    expect(await runDueJobs(world(), [failing])).toBe(0);
  });

  it('is given up at once where no further attempt would mend it, whatever a server outside has said', async () => {
    await add('a');
    await runDueJobs(world(), [handler(() => Promise.reject(new FinalFailure('refused\0')))]);
    expect(await oneJob()).toMatchObject({ state: 'dead', attempts: 1, last_error: 'refused' });
  });
});

describe('sponsors', () => {
  it('take turns: a thousand jobs of one do not keep another one waiting', async () => {
    await inSponsor(db, 1, async (trx) => {
      for (let index = 0; index < 1000; index += 1)
        await enqueue(trx, { kind: NOTE, sponsorKey: 1, payload: { note: 'many' }, at: clock.now() });
    });
    await add('one', { sponsorKey: 2 });
    const claim = (holder: string) =>
      inJobQueue(db, (trx) =>
        claimJobs(trx, {
          free: new Map([['note', 2]]),
          holder,
          now: clock.now(),
          leaseUntil: new Date(clock.now().getTime() + LEASE_MS),
        }),
      );
    const first = await claim(randomUUID());
    expect(first.map(({ sponsorKey }) => sponsorKey).toSorted()).toEqual([1, 2]);
    const rest = await claim(randomUUID());
    expect(rest.map(({ sponsorKey }) => sponsorKey)).toEqual([1, 1]);
  });

  it('have their urgent jobs done first', async () => {
    await add('slow');
    await add('urgent', { priority: 10 });
    const notes: string[] = [];
    await runDueJobs(world(), [noting(notes)]);
    expect(notes).toEqual(['urgent', 'slow']);
  });
});

describe('processes over one database', () => {
  it('run every job once, a kind so often at a time', async () => {
    for (let index = 0; index < 60; index += 1) await add(`${index}`, { sponsorKey: (index % 3) + 1 });
    const notes: string[] = [];
    const atOnce = [0, 0];
    const peaks = [0, 0];
    const counting = (at: 0 | 1) =>
      handler(
        async ({ payload }) => {
          peaks[at] = Math.max(peaks[at] ?? 0, (atOnce[at] = (atOnce[at] ?? 0) + 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          notes.push(payload.note);
          atOnce[at] -= 1;
        },
        { concurrency: 3 },
      );
    start([counting(0)]);
    start([counting(1)]);
    await eventually(() => expect(notes).toHaveLength(60));
    expect(new Set(notes).size).toBe(60);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(3);
  });

  it('never run two jobs of one key at the same time', async () => {
    const ended: string[] = [];
    let running = 0;
    const slow = handler(
      async ({ payload }) => {
        expect((running += 1)).toBe(1);
        if (payload.note === 'first') await add('second', { dedupeKey: 'k' });
        await new Promise((resolve) => setTimeout(resolve, 300));
        running -= 1;
        ended.push(payload.note);
      },
      { concurrency: 5 },
    );
    await add('first', { dedupeKey: 'k' });
    start([slow]);
    start([slow]);
    await eventually(() => expect(ended).toEqual(['first', 'second']));
  });

  it('take over the job of one that died, and it cannot end it any more', async () => {
    await add('a');
    let goOn: () => void = () => {};
    const hangs = handler(async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return async (trx) => void (await sql`select 1 / 0`.execute(trx));
    });
    const dead = runDueJobs(world(), [hangs]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    const notes: string[] = [];
    expect(await runDueJobs(world(), [noting(notes)])).toBe(0);
    offset = LEASE_MS + 1000;
    expect(await runDueJobs(world(), [noting(notes)])).toBe(1);
    expect(await oneJob()).toMatchObject({ state: 'done', attempts: 2 });
    goOn();
    await dead;
    expect(await oneJob()).toMatchObject({ state: 'done', attempts: 2, last_error: null });
  });

  it('do not take over the job of one that died where it was cancelled meanwhile', async () => {
    const jobKey = await add('a');
    await inJobQueue(db, (trx) =>
      claimJobs(trx, {
        free: new Map([['note', 1]]),
        holder: randomUUID(),
        now: clock.now(),
        leaseUntil: clock.now(),
      }),
    );
    await inSponsor(db, 1, (trx) => cancelJob(trx, 1, jobKey, clock.now()));
    offset = 1000;
    const notes: string[] = [];
    expect(await runDueJobs(world(), [noting(notes)])).toBe(0);
    expect(notes).toEqual([]);
    expect(await oneJob()).toMatchObject({ state: 'cancelled', last_error: null });
  });

  it('give up a job that kills them', async () => {
    await add('a');
    const failures: (Date | null)[] = [];
    const noted = handler(() => Promise.resolve(), {
      failed: (_trx, _job, { retryAt }) => Promise.resolve(void failures.push(retryAt)),
    });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await inJobQueue(db, (trx) =>
        claimJobs(trx, {
          free: new Map([['note', 1]]),
          holder: randomUUID(),
          now: clock.now(),
          leaseUntil: clock.now(),
        }),
      );
      offset += 1000;
      if (attempt === 3) await runDueJobs(world(), [noted]);
      else
        await inJobQueue(db, (trx) =>
          trx.updateTable('job').set({ state: 'ready', lease_holder: null }).execute(),
        );
    }
    expect(await oneJob()).toMatchObject({ state: 'dead', last_error: 'the process that ran it ended' });
    expect(failures).toEqual([null]);
  });

  it('renew the lease of what takes long', async () => {
    await add('a');
    let end: () => void = () => {};
    start([handler(() => new Promise<void>((resolve) => (end = resolve)))]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    offset = LEASE_MS - 5000;
    await eventually(async () =>
      expect((await oneJob()).lease_until?.getTime() ?? 0).toBeGreaterThan(
        clock.now().getTime() + LEASE_MS - 5000,
      ),
    );
    end();
    await eventually(async () => expect((await oneJob()).state).toBe('done'));
  });

  it('give back what runs when they stop, without counting the attempt', async () => {
    await add('a');
    const worker = start([handler((_job, { signal }) => untilAborted(signal))]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    await worker.stop();
    expect(await oneJob()).toMatchObject({ state: 'ready', attempts: 0, lease_holder: null });
  });

  it('wait for what ends anyway when they stop', async () => {
    await add('a');
    const worker = start([handler(() => new Promise((resolve) => setTimeout(resolve, 300)))]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    await worker.stop();
    expect((await oneJob()).state).toBe('done');
  });
});

describe('a hint', () => {
  it('starts a job at once', async () => {
    const notes: string[] = [];
    const worker = start([noting(notes)], 60_000);
    const stop = listenForJobs(url, worker, log);
    try {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await add('a');
      await eventually(() => expect(notes).toEqual(['a']));
    } finally {
      await stop();
    }
  });

  it('that is lost only delays it', async () => {
    const notes: string[] = [];
    start([noting(notes)], 500);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await add('a');
    await eventually(() => expect(notes).toEqual(['a']));
  });

  it('comes again after the connection broke', async () => {
    const notes: string[] = [];
    const worker = start([noting(notes)], 60_000);
    const stop = listenForJobs(url, worker, log);
    // what others do is hidden from the application's own role
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const listening = `from pg_stat_activity where query like 'listen %'`;
    const listeners = async () => (await owner.query(`select pid ${listening}`)).rows;
    try {
      await eventually(async () => expect(await listeners()).toHaveLength(1));
      await owner.query(`select pg_terminate_backend(pid) ${listening}`);
      await eventually(() => expect(log.warn).toHaveBeenCalled());
      await eventually(async () => expect(await listeners()).toHaveLength(1));
      await add('a');
      await eventually(() => expect(notes).toEqual(['a']));
    } finally {
      await stop();
      await owner.end();
    }
  });
});

describe('a long job', () => {
  it('says how far it is', async () => {
    await add('a');
    let end: () => void = () => {};
    start([
      handler(async (_job, { progress }) => {
        progress(3, 10, 'third');
        await new Promise<void>((resolve) => (end = resolve));
      }),
    ]);
    await eventually(async () =>
      expect(await oneJob()).toMatchObject({ progress_done: 3, progress_total: 10, progress_note: 'third' }),
    );
    end();
  });

  it('is cancelled while it runs, and before', async () => {
    const running = await add('running');
    start([handler((_job, { signal }) => untilAborted(signal))]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    const waiting = await add('waiting');
    await inSponsor(db, 1, async (trx) => {
      await cancelJob(trx, 1, waiting, clock.now());
      await cancelJob(trx, 1, running, clock.now());
    });
    await eventually(async () =>
      expect((await jobs()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']),
    );
  });

  const CANCELLED = { state: 'cancelled', finished_at: expect.any(Date) as Date };
  const failCancelled = async (jobKey: number, error: Error): Promise<never> => {
    await inSponsor(db, 1, (trx) => cancelJob(trx, 1, jobKey, clock.now()));
    throw error;
  };
  it.each([new Error('busy'), new FinalFailure('refused')])(
    'is cancelled where it fails first: %s',
    async (error) => {
      await add('a');
      const failing = handler(({ jobKey }) => failCancelled(jobKey, error));
      expect(await runDueJobs(world(), [failing])).toBe(1);
      expect(await oneJob()).toMatchObject(CANCELLED);
      offset = 24 * LEASE_MS;
      expect(await runDueJobs(world(), [failing])).toBe(0);
    },
  );

  it('is cancelled where its process stops first', async () => {
    await add('a');
    const stopped = new Error('stopped');
    const worker = start([
      handler(({ jobKey }, { signal }) => untilAborted(signal).catch(() => failCancelled(jobKey, stopped))),
    ]);
    await eventually(async () => expect((await oneJob()).state).toBe('running'));
    await worker.stop();
    expect(await oneJob()).toMatchObject(CANCELLED);
  });

  it('leaves its work to another one of its key that waits, and is removed in time as any that ended', async () => {
    await add('a', { dedupeKey: 'k' });
    const failing = handler(async () => {
      await add('b', { dedupeKey: 'k' });
      throw new Error('busy');
    });
    await runNextJob(world(), failing);
    expect(await oneJob()).toMatchObject(CANCELLED);
  });
});

describe('a recurring job', () => {
  it('has one row, comes round, and goes on after a failure, in one process at a time', async () => {
    let running = 0;
    let peak = 0;
    let times = 0;
    const recurring = [
      {
        name: 'round',
        every: 20,
        run: async () => {
          peak = Math.max(peak, (running += 1));
          await new Promise((resolve) => setTimeout(resolve, 10));
          running -= 1;
          if ((times += 1) === 1) throw new Error('first');
        },
      },
    ];
    for (const _ of [1, 2]) workers.push(startJobWorker(world(), { handlers: [], recurring }));
    await eventually(() => expect(times).toBeGreaterThan(4));
    expect(peak).toBe(1);
    expect((await jobs()).filter(({ kind }) => kind === 'round')).toHaveLength(1);
  });

  it('comes round again once a clock that was ahead is set back', async () => {
    let times = 0;
    const round = { name: 'round', every: 3_600_000, run: () => Promise.resolve(void (times += 1)) };
    offset = 30 * 24 * 3_600_000;
    workers.push(startJobWorker(world(), { handlers: [], recurring: [round] }));
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ kind: 'round', state: 'ready' }));
    await eventually(() => expect(times).toBe(1));
    offset = 0;
    await eventually(() => expect(times).toBe(2));
  });

  it.each([
    ['', 0],
    [' while its clock was ahead', 30 * 24 * 3_600_000],
  ])('is taken from a process that died%s', async (_, aheadMs) => {
    let times = 0;
    const round = { name: 'round', every: 3_600_000, run: () => Promise.resolve(void (times += 1)) };
    const first = startJobWorker(world(), { handlers: [], recurring: [round] });
    await eventually(() => expect(times).toBe(1));
    await first.stop();
    await inJobQueue(db, (trx) =>
      trx
        .updateTable('job')
        .set({
          state: 'running',
          lease_holder: randomUUID(),
          lease_until: new Date(clock.now().getTime() + aheadMs),
        })
        .where('kind', '=', 'round')
        .execute(),
    );
    workers.push(startJobWorker(world(), { handlers: [], recurring: [round] }));
    await eventually(() => expect(times).toBe(2));
  });
});

it('removes what was finished long ago, and keeps dead letters', async () => {
  await add('done');
  await runDueJobs(world(), [noting([])]);
  await add('dead');
  await runDueJobs(world(), [handler(() => Promise.reject(new FinalFailure('x')))]);
  offset = 31 * 24 * 3_600_000;
  await removeFinished({ ...world(), config: { keepFinishedDays: 30 } });
  expect((await jobs()).filter(({ kind }) => kind === 'note').map(({ state }) => state)).toEqual(['dead']);
});
