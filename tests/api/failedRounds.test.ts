/** Recurring jobs that fail: when they are tried again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecurringJob } from '../../server/jobs/job.types.ts';
import { putRecurring } from '../../server/jobs/job.store.ts';
import { runNextJob } from '../../server/jobs/jobWorker.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SILENT = { error: () => {}, warn: () => {}, info: () => {} };

let server: TestServer;
beforeAll(async () => {
  // the test runs the job
  server = await startTestServer({ env: { ROLE: 'api' } });
});
afterAll(() => server.stop());

it('one of a day is tried again in seconds, waits longer each time, and then comes round as before', async () => {
  const resume = server.clock.pause();
  let isFailing = true;
  let runs = 0;
  const round: RecurringJob = {
    name: 'failing-round',
    every: 24 * HOUR_MS,
    run: () => {
      runs += 1;
      return isFailing ? Promise.reject(new Error('the file storage does not answer')) : Promise.resolve();
    },
  };
  await inJobQueue(server.db, (trx) => putRecurring(trx, round, server.clock.now()));
  const runAfter = async (ms: number): Promise<boolean> => {
    server.clock.advance(ms);
    return runNextJob({ ...server.deps, log: SILENT }, round);
  };
  expect(await runAfter(0)).toBe(true);
  expect(await runAfter(10_000)).toBe(true);
  expect(await runAfter(10_000)).toBe(false);
  expect(await runAfter(10_000)).toBe(true);
  for (let attempt = 4; attempt < 20; attempt += 1) expect(await runAfter(30 * MINUTE_MS)).toBe(true);
  expect(await runAfter(20 * MINUTE_MS)).toBe(false);
  isFailing = false;
  expect(await runAfter(10 * MINUTE_MS)).toBe(true);
  expect(await runAfter(23 * HOUR_MS)).toBe(false);
  expect(await runAfter(HOUR_MS)).toBe(true);
  expect(runs).toBe(21);
  resume();
});
