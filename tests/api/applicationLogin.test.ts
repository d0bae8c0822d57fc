/** The account of the application: what it cannot do, and how it comes to be. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { cancellable, openDatabase, type Db } from '../../server/storage/database.ts';
import { demoDatabase, demoDataDir } from '../demoData.ts';
import { startTestServer } from './harness.ts';
import { collectLog } from './inProcess.ts';
import { runSql } from './runSql.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const WARNING = 'the application connects to the database as its owner';

/** Back from the role of the application to the account that signed in, or to the one that owns the tables. */
const ROLES = [
  'reset role',
  'set role none',
  'set role casewright_owner',
  'set session authorization casewright_owner',
];
const OWNERS_ONLY = [
  'delete from audit_entry',
  'truncate audit_entry',
  'set session_replication_role = replica',
  'alter table audit_entry disable trigger all',
  'alter table pv_case disable row level security',
  'drop table audit_entry',
  'update schema_migration set checksum = null',
];

/** Starts a server, which stays healthy; answers what it warns of. */
async function logOfServer(env: Record<string, string>): Promise<string> {
  const { text, stop } = collectLog();
  undo.push(stop);
  const server = await startTestServer({ env: { LOG_LEVEL: 'warn', ...env } });
  undo.push(() => server.stop());
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  return text();
}

/** Nothing that an injected statement could try has any effect. */
async function expectNoEscape(db: Db): Promise<void> {
  for (const role of ROLES)
    for (const statement of OWNERS_ONLY) {
      const tried = db.transaction().execute(async (trx) => {
        await sql.raw(role).execute(trx);
        await sql.raw(statement).execute(trx);
      });
      await expect(tried, `${role}; ${statement}`).rejects.toThrow(/permission denied|must be owner/);
    }
}

describe('the embedded database', () => {
  it('gives the application no way to what the owner may', async () => {
    const dir = demoDataDir();
    undo.push(() => rmSync(dir, { recursive: true, force: true }));
    const server = await startTestServer({ env: { DATA_DIR: dir } });
    undo.push(() => server.stop());
    await expectNoEscape(server.db);
  });

  it('creates the account in a data directory that had none', async () => {
    const dir = demoDataDir();
    undo.push(() => rmSync(dir, { recursive: true, force: true }));
    const before = await startEmbedded(dir);
    await runSql(before.url, 'drop role casewright_login');
    await before.stop();
    rmSync(join(dir, 'postgres-application.secret'));

    expect(await logOfServer({ DATA_DIR: dir })).toBe('');
  });
});

describe('over DATABASE_URL', () => {
  it('migrates with another account, and uses one that cannot become the owner', async () => {
    const data = await demoDatabase();
    undo.push(() => data.remove());
    const owner = data.env.DATABASE_URL ?? '';
    const name = `app_${randomUUID()}`;
    await runSql(owner, `create role "${name}" login password 'secret'`);
    undo.push(() => runSql(owner, `drop role "${name}"`));
    const url = new URL(owner);
    url.username = name;
    url.password = 'secret';
    const env = { ...data.env, DATA_DIR: data.dir };
    const accounts = { DATABASE_URL: url.href, MIGRATION_DATABASE_URL: owner };
    expect(await logOfServer({ ...env, ...accounts })).toBe('');

    const db = openDatabase(url.href);
    undo.push(() => db.destroy());
    await expectNoEscape(db);
    await expectCancellable(db);
  });

  it('warns where both are the same account', async () => {
    const data = await demoDatabase();
    undo.push(() => data.remove());
    expect(await logOfServer({ ...data.env, DATA_DIR: data.dir })).toContain(WARNING);
  });
});

/** A long statement of the application is cancelled by itself, without the rights of an operator. */
async function expectCancellable(db: Db): Promise<void> {
  const stopping = new AbortController();
  const long = db.transaction().execute((trx) =>
    cancellable(db, trx, stopping.signal, async () => {
      setTimeout(() => stopping.abort(), 100);
      await sql`select pg_sleep(60)`.execute(trx);
    }),
  );
  await expect(long).rejects.toThrow(/canceling statement due to user request/);
  const between = new AbortController();
  const next = db.transaction().execute((trx) =>
    cancellable(db, trx, between.signal, async () => {
      between.abort();
      // the first request to cancel arrives while no statement runs
      await sql`select pg_sleep(0.2)`.execute(db);
      await sql`select pg_sleep(60)`.execute(trx);
    }),
  );
  await expect(next).rejects.toThrow(/canceling statement due to user request/);
}
