/** Logs when the database becomes unavailable, and when it is available again: once each, however many requests fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { DatabaseUnavailable } from './databaseFailures.ts';

const PROBE_MS = 500;
/** A probe does not see that nothing can be written: then the database is available when nothing failed for so long. */
const QUIET_MS = 60_000;

interface Log {
  error: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

export interface OutageLog {
  /** Notes a failure. */
  note: (failure: DatabaseUnavailable) => void;
  /** Logs from now on. Returns a function that stops it. */
  open: (db: Db, log: Log) => () => Promise<void>;
}

/** A log of outages. The connections that report failures to it are opened before there is a log. */
export function outageLog(): OutageLog {
  let note: OutageLog['note'] = () => {};
  return {
    note: (failure) => note(failure),
    open: (db, log) => {
      const stopping = new AbortController();
      let following: Promise<void> | null = null;
      let refusedAt = -Infinity;
      const isOver = async () =>
        performance.now() - refusedAt > QUIET_MS &&
        (await sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ));
      note = (failure) => {
        if (failure.isRefusal) refusedAt = performance.now();
        if (stopping.signal.aborted) return;
        following ??= followOutage(failure, isOver, log, stopping.signal).finally(() => (following = null));
      };
      return async () => {
        stopping.abort();
        await following;
      };
    },
  };
}

async function followOutage(
  { message, cause }: DatabaseUnavailable,
  isOver: () => Promise<boolean>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const since = performance.now();
  const { code } = (cause ?? {}) as { code?: string };
  log.error({ code, why: message }, 'the database is not available: requests are answered with 503');
  while (!signal.aborted) {
    await sleep(PROBE_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted || !(await isOver())) continue;
    log.warn({ seconds: Math.round((performance.now() - since) / 1000) }, 'the database is available again');
    return;
  }
}
