/** What holds when PostgreSQL ends a connection: it restarts, fails over, or an operator terminates a session. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inSponsor, openDatabase, type Trx } from '../../server/storage/database.ts';
import { CommitOutcomeUnknown, DatabaseUnavailable } from '../../server/storage/databaseFailures.ts';
import { prepared } from '../../server/storage/preparedStatement.ts';
import { caseWorldOn, itemValue } from './caseWorld.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { startLine } from './silentLine.ts';

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

  await expect(interrupted).rejects.toThrow(DatabaseUnavailable);
  await expect(interrupted).rejects.toThrow(/terminat|not queryable/);
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(server.db);
  expect(rows).toEqual([{ one: 1 }]);
});

it('reports neither success nor failure of a save whose connection is lost while it is committed', async () => {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`
      create function end_connection() returns trigger language plpgsql security definer as $$
      begin
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(10);
        return null;
      end $$`.execute(trx);
    await sql`
      create constraint trigger end_connection after insert on audit_save deferrable initially deferred
      for each row when (new.reason = 'lost') execute function end_connection()`.execute(trx);
  });
  const world = await caseWorldOn(server);
  const { caseKey } = await world.aCase();

  const answer = await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')], { reason: 'lost' });
  expect(answer).toMatchObject({ status: 503, success: false, errCode: 'OUTCOME_UNKNOWN' });
  expect(answer.headers.get('retry-after')).toBe('2');
  expect((await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A')])).status).toBe(200);
});

it('does not run a transaction again whose connection is lost while it is committed', async () => {
  const work = vi.fn(async (trx: Trx) => {
    await sql`
      create temp table lost (key int) on commit drop`.execute(trx);
    await sql`
      create constraint trigger end_connection after insert on lost deferrable initially deferred
      for each row execute function end_connection()`.execute(trx);
    await sql`insert into lost values (1)`.execute(trx);
  });
  await expect(inSponsor(server.db, 1, work)).rejects.toThrow(CommitOutcomeUnknown);
  expect(work).toHaveBeenCalledTimes(1);
});

it('gives up a statement of a server that vanished once the address leads to one without its session', async () => {
  const url = new URL(server.deps.config.databaseUrl ?? '');
  const line = await startLine(Number(url.port));
  url.port = String(line.port);
  const db = openDatabase(url.href, { maxConnections: 1, silenceMs: 200 });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  // one that is only slow is left alone
  await expect(sql`select pg_sleep(1)`.execute(db)).resolves.toBeDefined();
  line.fallSilent();
  const silent = sql`select 1`.execute(db);
  await terminate(rows[0]?.pid ?? 0);
  await expect(silent).rejects.toThrow(DatabaseUnavailable);
  await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  await db.destroy();
  await line.close();
});

it('refuses a save while the disk is full, and stores the next one', async () => {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`
      create function fill_disk() returns trigger language plpgsql as $$
      begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
      end $$`.execute(trx);
    await sql`
      create trigger fill_disk before insert on audit_save
      for each row when (new.reason = 'full') execute function fill_disk()`.execute(trx);
  });
  const world = await caseWorldOn(server);
  const { caseKey } = await world.aCase();
  const value = [itemValue('D.1', [], 'A')];
  const refused = await world.save(caseKey, 'DM', value, { reason: 'full' });
  expect(refused).toMatchObject({ status: 503, errCode: 'NO_DATABASE' });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect((await world.page(caseKey, 'DM')).data.values).toEqual([]);
  expect((await world.save(caseKey, 'DM', value)).status).toBe(200);
});

it('plans what every request runs once a connection, and all else each time', async () => {
  const db = openDatabase(server.deps.config.databaseUrl ?? '', { maxConnections: 1 });
  const one = (value: number) => sql<{ one: number }>`${prepared} select ${value}::int as one`.execute(db);
  for (const value of [1, 2]) expect((await one(value)).rows).toEqual([{ one: value }]);
  const { rows } = await sql<{ plans: number }>`
    select (generic_plans + custom_plans)::int as plans from pg_prepared_statements`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ plans: 2 }]);
});

it('sends the begin of a transaction with its first statement, and nothing of one without statements', async () => {
  const db = openDatabase(server.deps.config.databaseUrl ?? '', { maxConnections: 1 });
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const textOf = ([query]: (typeof sent.mock.calls)[number]) => (query as unknown as pg.QueryConfig).text;
  await sql`select 'own'`.execute(db);
  // the jobs of the server go on meanwhile
  const own = sent.mock.contexts[sent.mock.calls.findIndex((call) => textOf(call) === "select 'own'")];
  const texts = () => {
    const found = sent.mock.calls.filter((_, index) => sent.mock.contexts[index] === own).map(textOf);
    sent.mockClear();
    return found;
  };
  texts();
  try {
    const { rows } = await inSponsor(db, 1, (trx) =>
      sql`select current_setting('app.sponsor') as sponsor, ${1}::int as one`.execute(trx),
    );
    expect(rows).toEqual([{ sponsor: '1', one: 1 }]);
    expect(texts()).toEqual([
      "begin; select set_config('app.sponsor', '1', true)",
      expect.stringContaining('current_setting'),
      'commit',
    ]);
    await db.transaction().execute((trx) => sql`select ${1}::int`.execute(trx));
    expect(texts()).toEqual(['begin', 'select $1::int', 'commit']);
    await db.transaction().execute(() => Promise.resolve());
    expect(texts()).toEqual([]);
    await expect(db.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow(/zero/);
    expect(texts()).toEqual(['begin; select 1 / 0', 'rollback']);
  } finally {
    sent.mockRestore();
    await db.destroy();
  }
});
