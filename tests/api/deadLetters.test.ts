/** Background work that was given up: who sees it, and what they may do about it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { discardDeadLetter, readDeadLetters, retryDeadLetter } from '../../shared/contract/index.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { FinalFailure, type JobKind } from '../../server/jobs/job.types.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

const KIND: JobKind<object> = { kind: 'test-work', maxAttempts: 2 };

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.token('system.admin');
});
afterAll(() => server.stop());
beforeEach(() =>
  inJobQueue(server.db, (trx) => trx.deleteFrom('job').where('kind', '=', KIND.kind).execute()),
);

const give = (sponsorKey: number) =>
  inSponsor(server.db, sponsorKey, (trx) =>
    enqueue(trx, { kind: KIND, sponsorKey, payload: {}, at: server.clock.now() }),
  );
const fail = () =>
  runDueJobs({ ...server.deps, log: { error: () => {}, warn: () => {} } }, [
    { kind: KIND, run: () => Promise.reject(new FinalFailure('the gateway refused it')) },
  ]);
const read = async () => (await server.call(readDeadLetters, { token: operator })).data;

it('shows operators the dead letters of all sponsors, with the error, and nobody else', async () => {
  const jobKey = await give(1);
  const own = await give(0);
  expect(await read()).toEqual({ totalCount: 0, jobs: [] });
  await fail();
  const { totalCount, jobs } = await read();
  expect(totalCount).toBe(2);
  expect(jobs).toContainEqual(
    expect.objectContaining({
      jobKey,
      sponsorKey: 1,
      kind: 'test-work',
      error: 'the gateway refused it',
      attempts: 1,
    }),
  );
  expect(jobs).toContainEqual(expect.objectContaining({ jobKey: own, sponsorKey: null }));
  for (const account of ['sponsor.admin', 'case.editor'] as const)
    expect((await server.call(readDeadLetters, { token: await server.token(account) })).errCode).toBe(
      'NO_PRIVILEGE',
    );
});

it('tries one again, with all its attempts', async () => {
  const jobKey = await give(1);
  await fail();
  const again = () => server.call(retryDeadLetter, { params: { jobKey }, token: operator });
  expect((await again()).success).toBe(true);
  expect(await read()).toEqual({ totalCount: 0, jobs: [] });
  expect(await again()).toMatchObject({ status: 404, errCode: 'DEAD_LETTER_NOT_FOUND' });
  let ran = 0;
  await runDueJobs(server.deps, [
    { kind: KIND, run: ({ attempt }) => Promise.resolve(void (ran = attempt)) },
  ]);
  expect(ran).toBe(1);
});

it('discards one, which is not done any more', async () => {
  const jobKey = await give(1);
  await fail();
  const discard = () => server.call(discardDeadLetter, { params: { jobKey }, token: operator });
  expect((await discard()).success).toBe(true);
  expect(await discard()).toMatchObject({ status: 404, errCode: 'DEAD_LETTER_NOT_FOUND' });
  expect(await read()).toEqual({ totalCount: 0, jobs: [] });
  expect(await runDueJobs(server.deps, [{ kind: KIND, run: () => Promise.resolve() }])).toBe(0);
});
