/** What holds when PostgreSQL ends a connection: it restarts, fails over, or an operator terminates a session. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Terminates the session of PostgreSQL with this process id, and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(trx);
  });
}

it('fails the transaction whose connection is lost between two statements, and nothing else', async () => {
  const interrupted = server.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await terminate(rows[0]?.pid ?? 0);
    // the loss arrives while no statement runs
    await setImmediate();
    await sql`select 1`.execute(trx);
  });

  await expect(interrupted).rejects.toThrow(/terminat|not queryable/);
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(server.db);
  expect(rows).toEqual([{ one: 1 }]);
});
