/**
 * Ends statements that no server works on any more (decision 0762). Where the machine of the database vanishes, TCP sends a
 * statement again for a quarter of an hour before it gives up, although another machine may have taken over meanwhile.
 */
import pg from 'pg';
import type { CuttableClient } from './cuttableClient.ts';

/** A statement that takes longer may be one of these, or is only slow: the server is asked, and again after as long. */
const SILENCE_MS = 15_000;
/** Of the question and of a connection for it, less than that: a session that ran the statement then was there. */
const QUESTION_MS = 10_000;

/** Answers what the statement does, which fails once its session is gone from the server that the address leads to now. */
export type Watch = <T>(client: CuttableClient, pid: number, statement: Promise<T>) => Promise<T>;

/** `url`: of a single server, whichever it is: of several behind one address another one would be asked. */
export function watchStatements(url: string, silenceMs: number = SILENCE_MS): Watch {
  let question: Promise<ReadonlySet<number>> | null = null;
  // statements that fall silent together ask once
  const sessions = () => (question ??= sessionsAt(url).finally(() => (question = null)));
  return async (client, pid, statement) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      // without an answer nothing is known: the server may be restarting, with this session or without
      const there = await sessions().catch(() => null);
      if (isOver) return;
      if (there?.has(pid) === false) client.cut();
      else wait();
    };
    const wait = () => (timer = setTimeout(() => void look(), silenceMs).unref());
    wait();
    try {
      return await statement;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  };
}

/** Process numbers of the sessions, asked over a connection of its own. Of a standby nothing follows: the primary may be well. */
async function sessionsAt(connectionString: string): Promise<ReadonlySet<number>> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: QUESTION_MS,
    query_timeout: QUESTION_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where not pg_is_in_recovery()',
    );
    if (rows.length === 0) throw new Error('a standby answers');
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    void client.end().catch(() => {});
  }
}
