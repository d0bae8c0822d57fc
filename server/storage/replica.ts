/**
 * A read replica for lists and exports. It is used only when it has replayed everything that the primary had written when
 * the read began: a user finds what any user has saved before, on whatever machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Db } from './database.ts';
import { DatabaseUnavailable } from './databaseFailures.ts';

/** Replicas lag by a few milliseconds; one that lags longer is not waited for. */
const MAX_LAG_MS = 100;
const POLL_MS = 5;
/** A replica that lags or does not answer is left alone for so long. */
const REST_MS = { lag: 1000, failure: 10_000 };
/** for a connection: the primary reads instead */
const CONNECT_TIMEOUT_MS = 1000;

type Warn = (details: object, message: string) => void;

export interface Replica {
  /** Runs reading work on the replica if it is up to date, else on the primary; on the primary again if the replica fails. */
  read: <T>(primary: Db, work: (db: Db) => Promise<T>) => Promise<T>;
  /** Warns from now on when it fails, and when it is used again. */
  open: (warn: Warn) => void;
  close: () => Promise<void>;
}

export interface ReplicaWorld {
  /** null: the primary reads everything */
  replica: Replica | null;
}

export function openReplica(url: string): Replica {
  const db = openDatabase(url, { isStandby: true, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  let warn: Warn = () => {};
  let restUntil = -Infinity;
  let isFailing = false;
  const rest = (ms: number): void => {
    restUntil = performance.now() + ms;
  };
  const fail = (error: Error): void => {
    if (!isFailing) warn({ why: error.message }, 'the read replica does not answer: the primary reads lists');
    isFailing = true;
    rest(REST_MS.failure);
  };
  const isFresh = async (primary: Db): Promise<boolean> => {
    const position = await writtenBy(primary);
    const fresh = await replays(db, position);
    if (!fresh) rest(REST_MS.lag);
    else if (isFailing) warn({}, 'the read replica is used again');
    if (fresh) isFailing = false;
    return fresh;
  };
  return {
    read: async (primary, work) => {
      if (performance.now() < restUntil) return work(primary);
      try {
        if (await isFresh(primary)) return await work(db);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        fail(error);
      }
      return work(primary);
    },
    open: (given) => {
      warn = given;
    },
    close: () => db.destroy(),
  };
}

/** The position up to which the primary has written: everything that was answered as stored is before it. */
async function writtenBy(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  );
  return rows[0]?.position ?? 'FFFFFFFF/FFFFFFFF';
}

/** Waits a little until the replica has replayed the position. A promoted one is no replica any longer. */
async function replays(replica: Db, position: string): Promise<boolean> {
  const until = performance.now() + MAX_LAG_MS;
  for (;;) {
    const { rows } = await sql<{ fresh: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as fresh`.execute(
      replica,
    );
    if (rows[0]?.fresh) return true;
    if (performance.now() > until) return false;
    await sleep(POLL_MS);
  }
}

/** A serialisation failure of a reading transaction: the replica had to remove what it was reading. */
const RECOVERY_CONFLICT = '40001';

const isOfReplica = (error: unknown): error is Error =>
  error instanceof DatabaseUnavailable || (error as { code?: string }).code === RECOVERY_CONFLICT;
