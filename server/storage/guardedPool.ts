/** A connection pool that distinguishes its own failures from those of single statements. */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { inSpan } from '../tracing/inSpan.ts';
import type { SpanAbout } from '../tracing/span.ts';
import { CuttableClient } from './cuttableClient.ts';
import { DatabaseUnavailable, failureOf, withoutValues } from './databaseFailures.ts';
import { preparedName } from './preparedStatement.ts';
import type { Watch } from './vanishedServers.ts';

const BEGINS = /^(begin|start transaction)\b/;
const ENDS = /^(commit|rollback)$/;
const VERB = /^(?:\/\*.*?\*\/)?\s*([a-z]+)\b/i;
const READS = /^(?:\/\*.*?\*\/)?\s*(select|begin|start transaction|rollback)\b/;

/** The answer where nothing was sent. */
const NOTHING: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

export type OnUnavailable = (failure: DatabaseUnavailable) => void;

/**
 * The pool as Kysely uses it. `enter` waits for the turn of the current work, and returns the function that ends it. The
 * promises of the pool reject with `DatabaseUnavailable` where the database is the cause. `watch`: not of standbys, several of
 * which may be behind one address.
 */
export function guardedPool(
  pool: pg.Pool,
  {
    onUnavailable,
    isStandby,
    enter,
    watch,
  }: {
    onUnavailable: OnUnavailable;
    /** a server that only reads will do */
    isStandby: boolean;
    enter: () => Promise<() => void>;
    watch: Watch | null;
  },
): PostgresPool {
  const sessions = new WeakMap<pg.PoolClient, number | null>();
  const connect = async (): Promise<PostgresPoolClient> => {
    let leave: (() => void) | undefined;
    try {
      leave = await enter();
      const client = await pool.connect();
      if (!sessions.has(client)) sessions.set(client, await sessionOf(client, isStandby));
      const pid = sessions.get(client) ?? null;
      const watchOver = <T>(statement: Promise<T>): Promise<T> =>
        watch && pid !== null && client instanceof CuttableClient ? watch(client, pid, statement) : statement;
      return guardedClient(client, { onUnavailable, leave, watchOver });
    } catch (error) {
      leave?.();
      if (pool.ending) throw error;
      const failure = new DatabaseUnavailable(error);
      onUnavailable(failure);
      throw failure;
    }
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

/**
 * A connection for one use. Once it is lost, all its statements fail for the same reason: Kysely reports the failure of
 * the last one, a roll-back, but only the first tells whether the transaction may have been committed.
 *
 * The begin of a transaction is sent with its first statement, in one message where that has no parameters: most
 * transactions are short, and each message costs a turn of both ends.
 */
function guardedClient(
  client: pg.PoolClient,
  {
    onUnavailable,
    leave,
    watchOver,
  }: {
    onUnavailable: OnUnavailable;
    leave: () => void;
    watchOver: <T>(statement: Promise<T>) => Promise<T>;
  },
): PostgresPoolClient {
  let lost: DatabaseUnavailable | null = null;
  let isInTransaction = false;
  /** of a transaction that has had no statement */
  let begin: string | null = null;

  const send = async <Row>(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    if (lost) throw lost;
    const commits = statement === 'commit' || !(isInTransaction || READS.test(statement));
    isInTransaction ||= BEGINS.test(statement);
    try {
      const query = { name: preparedName(statement), text: statement, values: [...parameters] };
      const result: unknown = await inSpan(aboutStatement(statement), () => watchOver(client.query(query)));
      // of several statements in one message the last one is asked for
      return (Array.isArray(result) ? result.at(-1) : result) as PostgresQueryResult<Row>;
    } catch (error) {
      const failure = failureOf(error, commits);
      if (!failure) throw withoutValues(error);
      if (!failure.isRefusal) lost = failure;
      onUnavailable(failure);
      throw failure;
    }
  };

  const run = async <Row>(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    if (BEGINS.test(statement)) {
      begin = statement;
      return NOTHING;
    }
    if (begin === null) return send(statement, parameters);
    const held = begin;
    begin = null;
    if (ENDS.test(statement)) return NOTHING;
    if (parameters.length === 0) return send(`${held}; ${statement}`, []);
    await send(held, []);
    return send(statement, parameters);
  };

  return {
    // no cursors are configured
    query: run as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(lost !== null || destroy);
      leave();
    },
  };
}

const MAX_TEXT = 2000;

/** The text of a statement has no values, which are sent beside it. */
const aboutStatement = (statement: string): SpanAbout => ({
  name: VERB.exec(statement)?.[1]?.toLowerCase() ?? 'statement',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement.slice(0, MAX_TEXT) },
});

/**
 * The process number of its session; null: a pooler is between, which may give each transaction another one. During a fail-over
 * the address may lead to a server that only reads: no connection to it stays in a pool that writes.
 */
async function sessionOf(
  client: pg.PoolClient & { readonly processID?: number | null },
  isStandby: boolean,
): Promise<number | null> {
  try {
    const {
      rows: [session],
    } = await client.query<{ standby: boolean; pid: number }>(
      'select pg_is_in_recovery() as standby, pg_backend_pid() as pid',
    );
    if (session?.standby && !isStandby) throw new Error('the server is a standby and only reads');
    return session && session.pid === client.processID ? session.pid : null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
