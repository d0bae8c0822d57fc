/** Whatever one user's requests wait for, those of others are answered. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listHomeNotices, readPage } from '../../shared/contract/index.ts';
import { poolUse } from '../../server/storage/database.ts';
import { eventually, startTestServer, whileHeldUp, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api' } });
});
afterAll(() => server.stop());

/** Transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_locks where not granted`.execute(
    server.db,
  );
  return rows[0]?.count ?? 0;
}

/** More than there are connections. */
const MANY = 40;

it('requests of a user that wait for a lock leave connections to others', async () => {
  const tokens = { one: await server.token('case.reader'), other: await server.token('case.editor') };
  const readOften = () =>
    Promise.all(
      Array.from({ length: MANY }, () =>
        server.call(readPage, { token: tokens.one, params: { caseKey: 1, page: 'NR' } }),
      ),
    );
  const answers = await whileHeldUp(server, 'case_page_row', readOften, async () => {
    await eventually(async () =>
      expect(await countWaiting()).toBeGreaterThanOrEqual(poolUse(server.db).max * 0.8),
    );
    const { status } = await server.call(listHomeNotices, { token: tokens.other, params: { sponsorKey: 1 } });
    expect(status).toBe(200);
  });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
