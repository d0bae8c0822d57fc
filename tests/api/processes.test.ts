/** Durable processes over a real database: events, tasks, deadlines, upgrades, and servers that die anywhere. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';
import { claimJobs, endClaim } from '../../server/jobs/job.store.ts';
import type { AnyJobHandler, Job } from '../../server/jobs/job.types.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { applyEvent, startProcess } from '../../server/processes/applyEvent.ts';
import { findProcess } from '../../server/processes/process.store.ts';
import type { ProcessChart } from '../../server/processes/process.types.ts';
import { deadlineHandler, taskHandler } from '../../server/processes/taskHandler.ts';
import { takenBy } from '../../server/processes/transition.ts';
import { inJobQueue, inSponsor, openDatabase, type Db, type Trx } from '../../server/storage/database.ts';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { testDataDir } from '../testDataDir.ts';

const SPONSOR = 1;
const MINUTE_MS = 60_000;

/** A parcel: packed, sent, and lost when nobody confirms it in time. */
const parcelMachine = setup({
  types: {
    context: {} as { address: string; label: string | null; lostAt: string | null; error: string | null },
    input: {} as { address: string },
    events: {} as
      | { type: 'parcel.weighed'; grams: number }
      | { type: 'parcel.cancelled' }
      | { type: 'parcel.received'; by: string }
      | { type: 'parcel.again' }
      | { type: 'deadline.passed' },
  },
  actors: {
    pack: fromPromise<string, { address: string }>(() => Promise.reject(new Error('not provided'))),
    send: fromPromise<{ lostAt: string }, { label: string | null }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: { tell: (_, _params: { what: string }) => {} },
}).createMachine({
  id: 'parcel',
  context: ({ input }) => ({ address: input.address, label: null, lostAt: null, error: null }),
  initial: 'packing',
  states: {
    packing: {
      invoke: {
        id: 'pack',
        src: 'pack',
        input: ({ context }) => ({ address: context.address }),
        onDone: { target: 'sending', actions: assign({ label: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ error: ({ event }) => (event.error as { message: string }).message }),
        },
      },
      on: { 'parcel.cancelled': 'cancelled', 'parcel.weighed': {} },
    },
    sending: {
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => ({ label: context.label }),
        onDone: { target: 'underWay', actions: assign({ lostAt: ({ event }) => event.output.lostAt }) },
        onError: 'failed',
      },
    },
    underWay: {
      on: { 'parcel.received': 'received', 'deadline.passed': 'lost' },
    },
    lost: { on: { 'parcel.received': 'received' } },
    failed: { on: { 'parcel.again': { target: 'packing', actions: assign({ error: null }) } } },
    cancelled: { type: 'final' },
    received: { type: 'final', entry: { type: 'tell', params: { what: 'received' } } },
  },
});

const events: string[] = [];
const PARCEL: ProcessChart<typeof parcelMachine> = {
  name: 'parcel',
  machine: parcelMachine,
  tasks: { pack: { maxAttempts: 50 }, send: { maxAttempts: 50 } },
  actions: {
    tell: (_trx, { processKey }, params) =>
      Promise.resolve(void events.push(`${processKey} ${(params as { what: string }).what}`)),
  },
  deadlineOf: ({ state, context }) => {
    const { lostAt } = context as { lostAt: string | null };
    return state === 'underWay' && lostAt !== null ? new Date(lostAt) : null;
  },
};

let db: Db;
let offset = 0;
const clock = { now: () => new Date(Date.now() + offset) };
const log = { error: () => {}, warn: () => {}, info: () => {} };
const world = () => ({ db, clock, log, random: Math.random, tracing: null });
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  const dir = testDataDir();
  const database = await startEmbedded(dir);
  await migrate(database.url);
  db = openDatabase(database.url);
  await db.insertInto('company').values({ name: 'Any', client_type: 'SPO' }).execute();
  await db.insertInto('sponsor').values({ company_key: 1, name: 'Any' }).execute();
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
  events.length = 0;
  packed.length = 0;
  failing = false;
  await inJobQueue(db, (trx) => trx.deleteFrom('job').execute());
});

const inTrx = <T>(work: (trx: Trx) => Promise<T>) => inSponsor(db, SPONSOR, work);
const begin = async (processKey = randomUUID()) => {
  const input = { address: 'Basel' };
  await inTrx((trx) =>
    startProcess(trx, PARCEL, { sponsorKey: SPONSOR, processKey, input, at: clock.now() }),
  );
  return processKey;
};
const read = async (processKey: string) => {
  const found = await inTrx((trx) => findProcess(trx, SPONSOR, processKey));
  if (!found) throw new Error('there is no process');
  return found;
};
const send = (
  processKey: string,
  event: { type: string; [more: string]: unknown },
  more: { eventId?: string; revision?: number } = {},
) =>
  inTrx((trx) =>
    applyEvent(trx, PARCEL, {
      sponsorKey: SPONSOR,
      processKey,
      eventId: randomUUID(),
      event,
      at: clock.now(),
      ...more,
    }),
  );
const history = (processKey: string) =>
  inTrx(async (trx) => {
    const events = await trx
      .selectFrom('process_event')
      .select(['event', 'revision'])
      .where('process_key', '=', processKey)
      .orderBy('revision')
      .execute();
    return events.map(({ event }) => (event as { type: string }).type);
  });
const jobStates = () =>
  inJobQueue(db, async (trx) => {
    const found = await trx.selectFrom('job').select(['kind', 'state']).orderBy('job_key').execute();
    return found.map(({ kind, state }) => `${kind} ${state}`);
  });

const packed: string[] = [];
let failing = false;
const handlers = (): AnyJobHandler[] => [
  taskHandler(world(), PARCEL, 'pack', ({ address }: { address: string }) => {
    if (failing) return Promise.reject(new Error('no box'));
    packed.push(address);
    return Promise.resolve(`to ${address}`);
  }),
  taskHandler(world(), PARCEL, 'send', () =>
    Promise.resolve({ lostAt: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString() }),
  ),
  deadlineHandler(world(), { parcel: PARCEL }),
];
const work = () => runDueJobs(world(), handlers());

describe('a process', () => {
  it('does what the chart asks for, keeps every event, and ends', async () => {
    const processKey = await begin();
    expect(await jobStates()).toEqual(['parcel.pack ready']);
    await work();
    expect(await read(processKey)).toMatchObject({
      state: 'underWay',
      status: 'active',
      revision: 2,
      tasks: {},
      context: { address: 'Basel', label: 'to Basel' },
    });
    const { outcome } = await send(processKey, { type: 'parcel.received', by: 'Ann' });
    expect(outcome).toBe('applied');
    expect(await read(processKey)).toMatchObject({ state: 'received', status: 'done', deadline: null });
    expect(events).toEqual([`${processKey} received`]);
    expect(await history(processKey)).toEqual([
      'process.started',
      'xstate.done.actor.pack',
      'xstate.done.actor.send',
      'parcel.received',
    ]);
    expect(await jobStates()).toEqual(['parcel.pack done', 'parcel.send done', 'process-deadline cancelled']);
  });

  it('is begun once however often it is asked for', async () => {
    const processKey = randomUUID();
    await Promise.all([begin(processKey), begin(processKey)]);
    await begin(processKey);
    expect(await jobStates()).toEqual(['parcel.pack ready']);
  });

  it('takes an event once, refuses one its state does not take, and one from who has not seen its newest state', async () => {
    const processKey = await begin();
    await work();
    expect((await send(processKey, { type: 'parcel.again' })).outcome).toBe('refused');
    const late = send(processKey, { type: 'parcel.received', by: 'Bo' }, { revision: 1 });
    await expect(late).rejects.toMatchObject({ errCode: 'PROCESS_CHANGED' });
    const received = () => send(processKey, { type: 'parcel.received', by: 'Bo' }, { eventId: 'e1' });
    const outcomes = await Promise.all([received(), received()]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['applied', 'known']);
    expect(events).toHaveLength(1);
    await expect(send(randomUUID(), { type: 'parcel.again' })).rejects.toMatchObject({
      errCode: 'PROCESS_NOT_FOUND',
    });
  });

  it('says which events its state takes', async () => {
    const process = await read(await begin());
    expect(takenBy(PARCEL, process)).toEqual(['parcel.cancelled']);
  });

  it('cancels what it has under way when the state is left', async () => {
    const processKey = await begin();
    await send(processKey, { type: 'parcel.cancelled' });
    expect(await read(processKey)).toMatchObject({ state: 'cancelled', status: 'done', tasks: {} });
    expect(await jobStates()).toEqual(['parcel.pack cancelled']);
    expect(await work()).toBe(0);
  });

  it('gets the last failure of a task, and tries again when it is told to', async () => {
    const processKey = await begin();
    failing = true;
    await inJobQueue(db, (trx) => trx.updateTable('job').set({ max_attempts: 2 }).execute());
    await work();
    expect((await read(processKey)).state).toBe('packing');
    offset += MINUTE_MS;
    await work();
    expect(await read(processKey)).toMatchObject({ state: 'failed', context: { error: 'no box' } });
    expect(await jobStates()).toEqual(['parcel.pack dead']);
    failing = false;
    await send(processKey, { type: 'parcel.again' });
    await work();
    expect((await read(processKey)).state).toBe('underWay');
  });

  it('hears nothing of a task it has given up', async () => {
    const processKey = await begin();
    const [job] = await claim(1);
    const complete = await runOf(job);
    await send(processKey, { type: 'parcel.cancelled' });
    await end(job, complete);
    await expect(runOf(job)).rejects.toThrow('no longer waits for this task');
    expect(await read(processKey)).toMatchObject({ state: 'cancelled', revision: 1 });
  });
});

describe('a deadline', () => {
  it('is fired by a job at its time, and not after the state was left', async () => {
    const lost = await begin();
    const received = await begin();
    await work();
    await send(received, { type: 'parcel.received', by: 'Ann' });
    offset += 9 * MINUTE_MS;
    expect(await work()).toBe(0);
    offset += 2 * MINUTE_MS;
    await work();
    expect((await read(lost)).state).toBe('lost');
    expect((await read(received)).state).toBe('received');
  });
});

describe('an upgrade of the chart', () => {
  const upgraded: ProcessChart = {
    ...(PARCEL as ProcessChart),
    machine: createMachine({ id: 'parcel', initial: 'wrapping', states: { wrapping: {} } }),
  };

  it('that dropped the state is refused, and the process is as it was', async () => {
    const processKey = await begin();
    const before = await read(processKey);
    const sent = inTrx((trx) =>
      applyEvent(trx, upgraded, {
        sponsorKey: SPONSOR,
        processKey,
        eventId: 'e',
        at: clock.now(),
        event: { type: 'parcel.cancelled' },
      }),
    );
    await expect(sent).rejects.toMatchObject({ errCode: 'PROCESS_STATE_UNKNOWN' });
    expect(await read(processKey)).toEqual(before);
    expect(await history(processKey)).toEqual(['process.started']);
  });

  it('leaves the answer of a task to an operator, who retries it when the state is known again', async () => {
    const processKey = await begin();
    await inJobQueue(db, (trx) => trx.updateTable('job').set({ max_attempts: 1 }).execute());
    const pack = () => Promise.resolve('label');
    await runDueJobs(world(), [taskHandler(world(), upgraded, 'pack', pack)]);
    const [letter] = await inJobQueue(db, (trx) => trx.selectFrom('job').selectAll().execute());
    expect(letter).toMatchObject({ state: 'dead' });
    expect(letter?.last_error).toContain('has no state "packing"');
    await inJobQueue(db, (trx) => trx.updateTable('job').set({ state: 'ready', attempts: 0 }).execute());
    await work();
    expect((await read(processKey)).state).toBe('underWay');
  });
});

const holder = randomUUID();
/** Takes jobs as a process of the server does. */
const claim = (places: number): Promise<Job[]> =>
  inJobQueue(db, (trx) =>
    claimJobs(trx, {
      free: new Map(handlers().map(({ kind }) => [kind.kind, places])),
      holder,
      now: clock.now(),
      leaseUntil: new Date(clock.now().getTime() + LEASE_MS),
    }),
  );
const runOf = (job: Job | undefined) => {
  const handler = handlers().find(({ kind }) => kind.kind === job?.kind);
  if (!job || !handler) throw new Error('nothing was claimed');
  return handler.run(job as Job<never>, { signal: new AbortController().signal, progress: () => {} });
};
/** Ends a job as `runJob` does, and dies before the transaction is kept where `dies`. */
const end = (
  job: Job | undefined,
  complete: Awaited<ReturnType<typeof runOf>>,
  dies = false,
): Promise<void> =>
  inTrx(async (trx) => {
    if (!job) throw new Error('nothing was claimed');
    const ended = await endClaim(trx, { ...job, holder }, { state: 'done', now: clock.now(), error: null });
    if (ended) await complete?.(trx);
    if (dies) throw new Error('killed');
  });

/** Where a server dies. */
const DEATHS = {
  'after the job was taken': async () => void (await claim(1)),
  'after the work was done': async () => {
    for (const job of await claim(1)) await runOf(job);
  },
  'while the end is being kept': async () => {
    for (const job of await claim(1)) await end(job, await runOf(job), true).catch(() => {});
  },
  'after the end was kept': async () => {
    for (const job of await claim(1)) await end(job, await runOf(job));
  },
} as const;

describe('a server that dies', () => {
  const deaths = fc.array(fc.constantFrom(...(Object.keys(DEATHS) as (keyof typeof DEATHS)[])), {
    maxLength: 8,
  });

  it('is followed by one that goes on where it was: every event counts once, whatever was done twice', async () => {
    await fc.assert(
      fc.asyncProperty(deaths, async (where) => {
        await inJobQueue(db, (trx) => trx.deleteFrom('job').execute());
        const processKey = await begin();
        for (const death of where) {
          await DEATHS[death]();
          offset += LEASE_MS + 1000;
          // the next server finds what was left, and dies in its turn
          await recover();
        }
        await work();
        offset += 11 * MINUTE_MS;
        await work();
        expect((await read(processKey)).state).toBe('lost');
        expect(await history(processKey)).toEqual([
          'process.started',
          'xstate.done.actor.pack',
          'xstate.done.actor.send',
          'deadline.passed',
        ]);
      }),
      { numRuns: 30 },
    );
  });

  /** Takes back what the dead left, and does nothing of it. */
  const recover = () =>
    inJobQueue(db, (trx) =>
      trx
        .updateTable('job')
        .set({ state: 'ready', lease_holder: null, lease_until: null })
        .where('state', '=', 'running')
        .where('lease_until', '<', clock.now())
        .execute(),
    );
});
