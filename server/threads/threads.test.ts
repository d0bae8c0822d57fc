import { afterAll, describe, expect, it } from 'vitest';
import { openThreadPools, openThreads } from './threads.ts';
import { threadTask } from './threadTask.ts';
import type { double, fail, fill, loop, settingsOf, untilClosed } from './testTasks.thread.ts';

const file = new URL('./testTasks.thread.ts', import.meta.url);
const limits = { seconds: 60, threads: 2 };
const doubleTask = threadTask<typeof double>(file, 'double', limits);
const failTask = threadTask<typeof fail>(file, 'fail', limits);
const fillTask = threadTask<typeof fill>(file, 'fill', limits);
const loopTask = threadTask<typeof loop>(file, 'loop', limits);
const settingsTask = threadTask<typeof settingsOf>(file, 'settingsOf', limits);
const shortLoopTask = threadTask<typeof loop>(file, 'loop', { ...limits, seconds: 0.3 });

const graceful = { seconds: 60, threads: 1, pool: 'graceful', graceMs: 30_000 };
const untilClosedTask = threadTask<typeof untilClosed>(file, 'untilClosed', graceful);
const stubbornTask = threadTask<typeof loop>(file, 'loop', { ...graceful, graceMs: 1 });

const pools = openThreadPools(64);
const threads = openThreads({ shared: pools });
afterAll(() => pools.close());

const open = () => new AbortController();
const caller = (userKey: number, { signal } = open()) => ({ userKey, signal });

describe('a task in a thread', () => {
  it('returns its result, while this thread goes on', async () => {
    expect(await threads.run(doubleTask, 21, caller(1))).toBe(42);
  });

  it('throws what it throws', async () => {
    await expect(threads.run(failTask, null, caller(1))).rejects.toThrow('it failed');
  });

  it('is stopped at its time limit', async () => {
    await expect(threads.run(shortLoopTask, null, caller(1))).rejects.toMatchObject({
      errCode: 'WORK_TOO_LONG',
      status: 422,
    });
  });

  it('is stopped at its memory limit', async () => {
    await expect(threads.run(fillTask, null, caller(1))).rejects.toMatchObject({
      errCode: 'WORK_TOO_LARGE',
      status: 422,
    });
  });

  it('ends with its request, and gives its thread back', async () => {
    const requests = [open(), open(), open(), open(), open()];
    const looping = requests.map((request, at) => threads.run(loopTask, null, caller(at, request)));
    const waiting = threads.run(doubleTask, 4, caller(9));

    setTimeout(() => requests.forEach((request) => request.abort()), 200);

    for (const one of await Promise.allSettled(looping)) expect(one.status).toBe('rejected');
    expect(await waiting).toBe(8);
  });

  it('waits for others of the same user, of which there are four at most', async () => {
    const request = open();
    const own = Array.from({ length: 4 }, () => threads.run(loopTask, null, caller(1, request)));

    await expect(threads.run(doubleTask, 1, caller(1))).rejects.toMatchObject({
      errCode: 'TOO_MANY_CALLS',
      status: 429,
    });
    expect(await threads.run(doubleTask, 2, caller(2))).toBe(4);

    request.abort();
    await Promise.allSettled(own);
    expect(await threads.run(doubleTask, 3, caller(1))).toBe(6);
  });
});

describe('a task that may end by itself', () => {
  const count = () => threads.run(untilClosedTask, null, caller(1));
  /** Starts one, and closes its request when it runs. */
  async function runAndClose(): Promise<void> {
    const request = open();
    const runs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const running = threads.run(untilClosedTask, runs, caller(1, request));
    await expect.poll(() => Atomics.load(new Int32Array(runs), 0)).toBe(1);
    request.abort();
    await expect(running).rejects.toMatchObject({ errCode: 'TOO_BUSY' });
  }

  it('leaves its thread to the next task when its request has closed', async () => {
    const before = await count();
    await runAndClose();
    await runAndClose();
    expect(await count()).toBe(before + 3);
  });

  it('counts no more once its request has closed', async () => {
    // more than a user may have
    const closed = Array.from({ length: 6 }, () => {
      const request = open();
      const one = threads.run(stubbornTask, null, caller(1, request));
      request.abort();
      return one;
    });
    const next = count();
    for (const one of await Promise.allSettled(closed)) expect(one.status).toBe('rejected');
    expect(await next).toBeGreaterThan(0);
  });

  it('is ended where it does not', async () => {
    await count();
    const before = await count();
    const request = open();
    const closed = threads.run(stubbornTask, null, caller(1, request));
    setTimeout(() => request.abort(), 200);
    await expect(closed).rejects.toMatchObject({ errCode: 'TOO_BUSY' });
    // another thread
    expect(await count()).toBeLessThan(before);
  });
});

describe('servers that share threads', () => {
  it('have each task done with their own settings', async () => {
    for (const settings of [{ of: 'one' }, { of: 'another' }]) {
      const own = openThreads({ shared: pools, settings });
      expect(await own.run(settingsTask, null, caller(1))).toEqual(settings);
    }
  });

  it('end only their own tasks', async () => {
    const [one, another] = [openThreads({ shared: pools }), openThreads({ shared: pools })];
    const ended = one.run(loopTask, null, caller(1));
    const waiting = one.run(doubleTask, 1, caller(1));
    const going = another.run(doubleTask, 2, caller(1));

    await Promise.all([one.close(), expect(ended).rejects.toMatchObject({ errCode: 'TOO_BUSY' })]);

    await expect(waiting).rejects.toMatchObject({ errCode: 'TOO_BUSY' });
    expect(await going).toBe(4);
    await another.close();
    expect(await threads.run(doubleTask, 3, caller(1))).toBe(6);
  });
});
