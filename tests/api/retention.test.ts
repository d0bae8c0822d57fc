/** Finished jobs and processes are removed after the days that the operator has set; what is open stays. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFinished } from '../../server/jobs/handlers/removeFinished.job.ts';
import { inJobQueue, inSponsor, type Trx } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

const DAY_MS = 24 * 60 * 60_000;
const KIND = 'test-retention';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api', CASEWRIGHT_KEEP_FINISHED_DAYS: '7' } });
});
afterAll(() => server.stop());

const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);

it('removes processes that ended, with their events, and keeps those that are active or recent', async () => {
  const put = (status: 'active' | 'done' | 'error', days: number) =>
    inSponsor(server.db, 1, async (trx) => {
      const process = { sponsor_key: 1, process_key: randomUUID() };
      const at = daysAgo(days);
      await trx
        .insertInto('process')
        .values({
          ...process,
          chart: KIND,
          state: JSON.stringify('made'),
          context: '{}',
          status,
          tasks: '{}',
          created_by: null,
          created_at: at,
          updated_at: at,
        })
        .execute();
      await trx
        .insertInto('process_event')
        .values({ ...process, revision: 1, event_id: 'begun', event: '{}', at, user_key: null })
        .execute();
      return process.process_key;
    });
  const old = [await put('done', 8), await put('error', 8)];
  const open = [await put('active', 8), await put('done', 6)];
  await removeFinished(server.deps);
  for (const table of ['process', 'process_event'] as const) {
    const left = await inSponsor(server.db, 1, (trx) =>
      trx
        .selectFrom(table)
        .select('process_key')
        .where('process_key', 'in', [...old, ...open])
        .execute(),
    );
    expect(left.map(({ process_key }) => process_key).toSorted(), table).toEqual(open.toSorted());
  }
});

it('removes more processes at once than a statement takes parameters', async () => {
  const ended = (trx: Trx) =>
    sql<{ count: number }>`select count(*) from process where chart = ${KIND} and status = 'done'`.execute(
      trx,
    );
  await inSponsor(server.db, 1, (trx) =>
    sql`insert into process (sponsor_key, process_key, chart, state, context, status, tasks, created_at, updated_at)
      select 1, gen_random_uuid(), ${KIND}, '"made"', '{}', 'done', '{}', ${daysAgo(9)}, ${daysAgo(9)}
      from generate_series(1, 66000)`.execute(trx),
  );
  await removeFinished(server.deps);
  const { rows } = await inSponsor(server.db, 1, ended);
  // the recent one
  expect(rows).toEqual([{ count: 1 }]);
});

it('removes jobs that ended, and keeps dead letters, waiting and recent ones', async () => {
  const put = (state: 'done' | 'cancelled' | 'dead' | 'ready', days: number) =>
    inJobQueue(server.db, async (trx) => {
      const { job_key } = await trx
        .insertInto('job')
        .values({
          sponsor_key: 1,
          kind: KIND,
          payload: '{}',
          state,
          run_at: daysAgo(days),
          max_attempts: 1,
          created_at: daysAgo(days),
          finished_at: state === 'ready' ? null : daysAgo(days),
        })
        .returning('job_key')
        .executeTakeFirstOrThrow();
      return job_key;
    });
  await put('done', 8);
  await put('cancelled', 8);
  const open = [await put('dead', 8), await put('ready', 8), await put('done', 6)];
  await removeFinished(server.deps);
  const left = await inJobQueue(server.db, (trx) =>
    trx.selectFrom('job').select('job_key').where('kind', '=', KIND).orderBy('job_key').execute(),
  );
  expect(left.map(({ job_key }) => job_key)).toEqual(open);
});
