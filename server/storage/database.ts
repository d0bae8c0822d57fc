/** The connection pool, and the only door to the tables of a tenant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { openFairPlaces, type FairPlaces } from '../fairPlaces.ts';
import { workContext } from '../workContext.ts';
import { CuttableClient } from './cuttableClient.ts';
import { guardedPool, type OnUnavailable } from './guardedPool.ts';
import type { Database } from './tables.ts';
import { watchStatements } from './vanishedServers.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface DatabaseWorld {
  db: Db;
}

export interface ReadingWorld {
  /** the same database; what would write in it is refused */
  readingDb: Db;
}

const POOL_SIZE = 20;
/** Share of the connections that one sender may have: others are answered even where those wait for locks. */
const SHARE_OF_SENDER = 0.8;
/** Sends work where nobody has sent a request. */
const PRODUCT = 'product';
/** for a free connection, or a new one */
const CONNECT_TIMEOUT_MS = 30_000;
/** after so long without traffic the other end is asked whether it is still there */
const KEEP_ALIVE_MS = 10_000;
/** transactions that PostgreSQL asks to run again: serialisation failure, deadlock */
const RETRY_CODES = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

const INT8 = pg.types.builtins.INT8;

/**
 * A pool that works as the application role, whatever user the URL names. Where the database is unavailable, statements
 * fail with `DatabaseUnavailable`, which is reported to `onUnavailable` as well; the pool connects again by itself. Servers
 * that only read are refused, unless the URL is that of a standby.
 */
export function openDatabase(
  url: string,
  {
    onUnavailable = () => {},
    isStandby = false,
    onlyReads = false,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    maxConnections = POOL_SIZE,
    silenceMs,
  }: {
    onUnavailable?: OnUnavailable;
    isStandby?: boolean;
    onlyReads?: boolean;
    connectTimeoutMs?: number;
    maxConnections?: number;
    /** after so long it is asked whether a server still works on a statement */
    silenceMs?: number;
  } = {},
): Db {
  const pool = new pg.Pool({
    Client: CuttableClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // no query here runs long enough for compiling it to pay
    options: `-c role=casewright_app -c timezone=UTC -c jit=off${onlyReads ? ' -c default_transaction_read_only=on' : ''}`,
    types: {
      // keys and counts stay far below 2^53
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  // A connection that breaks is replaced by the pool, and the next statement on it fails. Without listeners its loss would
  // end the process: the pool listens to idle connections only, so the ones in use need a listener of their own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const places = openFairPlaces({
    total: maxConnections,
    ofSender: Math.ceil(maxConnections * SHARE_OF_SENDER),
  });
  const enter = () =>
    places.enter(workContext().sender ?? PRODUCT, () => AbortSignal.timeout(connectTimeoutMs));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: guardedPool(pool, {
        onUnavailable,
        isStandby: isStandby || onlyReads,
        enter,
        watch: isStandby ? null : watchStatements(url, silenceMs),
      }),
    }),
  });
  pools.set(db, { pool, places });
  return db;
}

const pools = new WeakMap<Db, { pool: pg.Pool; places: FairPlaces }>();

/** Connections of the pool: open ones, those that nothing uses, work that waits for one, and the most there may be. */
export function poolUse(db: Db): { total: number; idle: number; waiting: number; max: number } {
  const { pool, places } = pools.get(db) ?? {};
  const { totalCount: total = 0, idleCount: idle = 0 } = pool ?? {};
  const waiting = places?.waiting() ?? 0;
  return { total, idle, waiting, max: POOL_SIZE };
}

/** Rejects while the database does not answer. */
export const probeDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db);

/**
 * Runs the work in one transaction that sees one tenant only (row-level security); all of it is kept, or nothing. The
 * work may run more than once: it must not act on anything but the transaction. It joins a transaction that is given as
 * the database.
 */
export async function inSponsor<T>(db: Db, sponsorKey: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  // part of a larger change, which sees the same tenant and is tried again as a whole
  if (db.isTransaction) return work(db as Trx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await setSponsor(trx, sponsorKey);
        return work(trx);
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRY_CODES.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/**
 * Runs reading work in one transaction that sees one tenant only, as the database is at its first statement: what other
 * transactions save between its statements is not seen.
 */
export const readInSponsor = <T>(db: Db, sponsorKey: number, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await setSponsor(trx, sponsorKey);
      return work(trx);
    });

/** What the work stored is taken back if it fails, and the transaction goes on. */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}

/** Lets the transaction see this tenant only, from now on. Without parameters it is sent with the begin. */
export const setSponsor = (trx: Trx, sponsorKey: number) =>
  sql`select set_config('app.sponsor', ${sql.lit(String(sponsorKey))}, true)`.execute(trx);

/** Runs a part of the transaction that sees another tenant; what follows sees the one before. */
export async function forSponsor<T>(trx: Trx, sponsorKey: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string | null }>`
    select current_setting('app.sponsor', true) as before`.execute(trx);
  await setSponsor(trx, sponsorKey);
  const done = await work();
  await sql`select set_config('app.sponsor', ${rows[0]?.before ?? ''}, true)`.execute(trx);
  return done;
}

/**
 * Runs the work in one transaction that sees the jobs of all tenants, and nothing else of any. A crash of the machine may
 * undo it although it was answered: claims and leases are then made again.
 */
export const inJobQueue = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`
      select set_config('app.job_queue', 'on', true), set_config('synchronous_commit', 'off', true)`.execute(
      trx,
    );
    return work(trx);
  });

/** Opens the transaction to the jobs of all tenants, and to nothing else of theirs. */
export const seeAllJobs = (trx: Trx) => sql`select set_config('app.job_queue', 'on', true)`.execute(trx);

const CANCEL_AGAIN_MS = 100;

/** Runs long statements of the transaction, which end with an error when the signal is aborted. */
export async function cancellable<T>(
  db: Db,
  trx: Trx,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  signal.throwIfAborted();
  const ended = new AbortController();
  /** again and again: one that arrives between two statements cancels nothing */
  const cancel = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const sent = db.transaction().execute(async (other) => {
        // a statement is cancelled by the account that signed in
        await sql`set local role none`.execute(other);
        await sql`select pg_cancel_backend(${rows[0]?.pid ?? 0})`.execute(other);
      });
      // where the database cannot be reached, the statement has ended as well
      await sent.catch(() => {});
      await sleep(CANCEL_AGAIN_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  let cancelling = Promise.resolve();
  const onAbort = () => {
    cancelling = cancel();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', onAbort);
    ended.abort();
    // one that is under way must not meet the next statement of the connection
    await cancelling;
  }
}
