/** Background work that was given up: who sees it, and what they may do about it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  discardDeadLetter,
  listDeadLetters,
  listMonitoredTechnical,
  readColumnFilter,
  readDeadLetters,
  retryDeadLetter,
  saveColumnFilter,
} from '../../shared/contract/index.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { FinalFailure, type JobKind } from '../../server/jobs/job.types.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue, inSponsor, type Trx } from '../../server/storage/database.ts';
import { loadJobs } from '../../server/jobs/jobModules.ts';
import { ACKNOWLEDGEMENT_SENDING } from '../../server/case-import/acknowledgement.process.ts';
import {
  answerTask,
  PROCESS_DEADLINE,
  PROCESS_RESTORED,
  startProcess,
} from '../../server/processes/applyEvent.ts';
import type { ProcessChart } from '../../server/processes/process.types.ts';
import { SEND_MAIL } from '../../server/mail/outbox.ts';
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
  runDueJobs({ ...server.deps, log: { error: () => {}, warn: () => {}, info: () => {} } }, [
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

it('keeps one, with its reason, whose process has heard of the failure and gone on', async () => {
  const processKey = randomUUID();
  const at = server.clock.now();
  const { process } = await inSponsor(server.db, 1, (trx) =>
    startProcess(trx, ACKNOWLEDGEMENT_SENDING, { sponsorKey: 1, processKey, input: {}, at }),
  );
  const jobKey = process.tasks['handOver'] ?? 0;
  const put = (row: object) =>
    inJobQueue(server.db, (trx) => trx.updateTable('job').set(row).where('job_key', '=', jobKey).execute());
  const dead = { state: 'dead' as const, last_error: 'the partner refused it', finished_at: at };
  const again = () => server.call(retryDeadLetter, { params: { jobKey }, token: operator });
  await put(dead);
  expect(await again()).toMatchObject({ success: true });
  await put(dead);
  const payload = { processKey, task: 'handOver', input: {} };
  await inSponsor(server.db, 1, (trx) =>
    answerTask(
      trx,
      ACKNOWLEDGEMENT_SENDING as ProcessChart,
      { sponsorKey: 1, jobKey, payload },
      { error: { message: '' } },
      at,
    ),
  );
  expect(await again()).toMatchObject({ status: 409, errCode: 'TASK_NOT_AWAITED' });
  expect((await read()).jobs).toContainEqual(
    expect.objectContaining({ jobKey, error: 'the partner refused it' }),
  );
  const body = { reason: 'Sent by hand' };
  expect((await server.call(discardDeadLetter, { params: { jobKey }, body, token: operator })).success).toBe(
    true,
  );
});

it.each(['task', 'deadline', 'restored'] as const)(
  'does not discard one that a process waits for: its %s',
  async (what) => {
    const processKey = randomUUID();
    const at = server.clock.now();
    const change = (trx: Trx, row: object) =>
      trx.updateTable('process').set(row).where('process_key', '=', processKey).execute();
    // in one transaction: no worker runs the job meanwhile
    const jobKey = await inSponsor(server.db, 1, async (trx) => {
      const started = { sponsorKey: 1, processKey, input: {}, at };
      const { process } = await startProcess(trx, ACKNOWLEDGEMENT_SENDING, started);
      const key = process.tasks['handOver'] ?? 0;
      const payload = JSON.stringify({ chart: ACKNOWLEDGEMENT_SENDING.name, processKey });
      const kinds = { task: {}, deadline: PROCESS_DEADLINE, restored: PROCESS_RESTORED };
      await trx
        .updateTable('job')
        .set({ state: 'dead', last_error: 'the chart is gone', finished_at: at })
        .$if(what !== 'task', (query) => query.set({ ...kinds[what], payload }))
        .where('job_key', '=', key)
        .execute();
      if (what === 'deadline') await change(trx, { deadline: at, deadline_job: key, tasks: '{}' });
      return key;
    });
    const discard = () =>
      server.call(discardDeadLetter, { params: { jobKey }, body: { reason: 'Old' }, token: operator });
    expect(await discard()).toMatchObject({ status: 409, errCode: 'JOB_AWAITED' });
    expect((await read()).jobs).toContainEqual(expect.objectContaining({ jobKey }));
    await inSponsor(server.db, 1, (trx) => change(trx, { tasks: '{}', deadline: null, deadline_job: null }));
    expect((await discard()).success).toBe(true);
  },
);

it('discards one, which is not done any more', async () => {
  const jobKey = await give(1);
  await fail();
  const discard = () =>
    server.call(discardDeadLetter, { params: { jobKey }, body: { reason: 'Sent by hand' }, token: operator });
  expect((await discard()).success).toBe(true);
  expect(await discard()).toMatchObject({ status: 404, errCode: 'DEAD_LETTER_NOT_FOUND' });
  expect(await read()).toEqual({ totalCount: 0, jobs: [] });
  expect(await runDueJobs(server.deps, [{ kind: KIND, run: () => Promise.resolve() }])).toBe(0);
});

describe('the list of failed jobs', () => {
  const rows = async (query: object = {}) =>
    (await server.call(listDeadLetters, { query: { ...query }, token: operator })).data.listInfo;

  it('shows the dead letters of all sponsors with attempts, error and times, and nobody else', async () => {
    const jobKey = await give(2);
    await fail();
    const [row] = await rows();
    expect(row).toMatchObject({ rowKey: String(jobKey), link: null });
    expect(row?.cells).toMatchObject({ attempts: '1', error: 'the gateway refused it' });
    expect(Date.parse(row?.cells['failedAt'] ?? '')).toBeGreaterThanOrEqual(
      Date.parse(row?.cells['createdAt'] ?? ''),
    );
    for (const account of ['sponsor.admin', 'case.editor'] as const)
      expect((await server.call(listDeadLetters, { token: await server.token(account) })).errCode).toBe(
        'NO_PRIVILEGE',
      );
  });

  it('finds jobs by their error', async () => {
    await give(0);
    await give(2);
    await fail();
    expect(await rows({ keyword: 'GATEWAY refused' })).toHaveLength(2);
    expect(await rows({ keyword: 'nothing' })).toEqual([]);
  });

  it('offers the sponsors of all jobs as a filter, and filters by them', async () => {
    const { sponsor_key: other, name } = await server.db
      .insertInto('sponsor')
      .values({ company_key: 1, name: 'Another sponsor' })
      .returning(['sponsor_key', 'name'])
      .executeTakeFirstOrThrow();
    await give(1);
    const jobKey = await give(other);
    await fail();
    const params = { menuId: 'AD-MU-JB', columnId: 'sponsor' };
    const offered = await server.call(readColumnFilter, { params, token: operator });
    expect(offered.data.filters.map(({ valueCode }) => valueCode)).toContain(name);
    const choose = (filters: object[]) =>
      server.call(saveColumnFilter, { params, body: { filters }, token: operator });
    await choose([{ filterType: 'LIKE_CHECK', valueCode: name }]);
    const found = await rows();
    await choose([]);
    expect(found.map(({ rowKey }) => rowKey)).toEqual([String(jobKey)]);
  });

  it('names the recipient of a mail, never its text', async () => {
    const at = server.clock.now();
    const { email_key: emailKey } = await server.db
      .insertInto('outbox_email')
      .values({
        message_id: '<one@test>',
        recipient: 'ana@example.com',
        subject: 'Report',
        body: Buffer.from('secret'),
        created_at: at,
        give_up_at: at,
      })
      .returning('email_key')
      .executeTakeFirstOrThrow();
    const jobKey = await inSponsor(server.db, 0, (trx) =>
      enqueue(trx, { kind: SEND_MAIL, sponsorKey: 0, payload: { emailKey }, at }),
    );
    await inJobQueue(server.db, (trx) =>
      trx
        .updateTable('job')
        .set({ state: 'dead' as const, finished_at: at })
        .where('job_key', '=', jobKey)
        .execute(),
    );
    const row = (await rows()).find(({ rowKey }) => rowKey === String(jobKey));
    expect(row?.cells).toMatchObject({ kind: 'Send an e-mail', subject: 'ana@example.com' });
    expect(JSON.stringify(row)).not.toContain('secret');
    await inJobQueue(server.db, (trx) => trx.deleteFrom('job').where('job_key', '=', jobKey).execute());
  });

  it('has a name for every kind of job', async () => {
    const { handlers } = await loadJobs({ ...server.deps, mail: null, aiCoder: null });
    const column = server.deps.catalogue.lists['AD-MU-JB']?.columns.find((one) => one.column === 'kind');
    const named = column?.codes?.map(({ code }) => code) ?? [];
    expect(named).toEqual(expect.arrayContaining(handlers.map(({ kind }) => kind.kind)));
  });
});

describe('a decision about a dead letter', () => {
  it('is recorded with the user, the failure and the reason', async () => {
    const retried = await give(1);
    const discarded = await give(0);
    await fail();
    await server.call(retryDeadLetter, { params: { jobKey: retried }, token: operator });
    const params = { jobKey: discarded };
    await server.call(discardDeadLetter, { params, body: { reason: 'Sent by hand' }, token: operator });
    const decisions = await inJobQueue(server.db, (trx) =>
      trx
        .selectFrom('job_decision')
        .select(['job_key', 'kind', 'attempts', 'last_error', 'decision', 'reason', 'user_id'])
        .where('job_key', 'in', [retried, discarded])
        .orderBy('decision_key')
        .execute(),
    );
    const failure = {
      kind: 'test-work',
      attempts: 1,
      last_error: 'the gateway refused it',
      user_id: 'system.admin',
    };
    expect(decisions).toEqual([
      { job_key: retried, decision: 'retried', reason: null, ...failure },
      { job_key: discarded, decision: 'discarded', reason: 'Sent by hand', ...failure },
    ]);
  });

  it('needs a reason to discard', async () => {
    const jobKey = await give(1);
    await fail();
    for (const body of [undefined, { reason: '' }, { reason: '  ' }])
      expect(
        (await server.call(discardDeadLetter, { params: { jobKey }, body, token: operator })).status,
      ).toBe(400);
    expect((await read()).totalCount).toBe(1);
  });
});

it('is told apart, in the technical state of its sponsor, from what waits for its turn; of a later time is nothing', async () => {
  const HOUR_MS = 60 * 60_000;
  const now = server.clock.now().getTime();
  const at = (hours: number) => new Date(now + hours * HOUR_MS);
  const given = { sponsor_key: 1, kind: KIND.kind, payload: '{}', max_attempts: 3, created_at: at(-48) };
  await inSponsor(server.db, 1, (trx) =>
    trx
      .insertInto('job')
      .values([
        { ...given, run_at: at(-2), dedupe_key: 'its turn has come' },
        { ...given, run_at: at(1), dedupe_key: 'another attempt', attempts: 1 },
        { ...given, run_at: at(24), dedupe_key: 'a deadline' },
        { ...given, run_at: at(-9), dedupe_key: 'given up', state: 'dead' as const, finished_at: at(-5) },
      ])
      .execute(),
  );
  const { data } = await server.call(listMonitoredTechnical, {
    params: { sponsorKey: 1 },
    query: { keyword: KIND.kind, rowCount: 10 },
    token: await server.token('sponsor.admin'),
  });
  const shown = data.listInfo.map(({ codes, cells: { hours } }) => [
    codes['state'],
    Math.round(Number(hours)),
  ]);
  expect(shown.toSorted()).toEqual([
    [['failed'], 5],
    [['waiting'], 2],
    [['waiting'], 48],
  ]);
});
