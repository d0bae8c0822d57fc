/** Receives the hints about jobs that any process enqueued or cancelled, so that they need not wait for the next poll. */
import type pg from 'pg';
import { CuttableClient } from '../storage/cuttableClient.ts';
import { JOB_CHANNEL } from './enqueue.store.ts';
import type { JobWorker } from './jobWorker.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** a proxy may take the connection of a database that is gone, and never answer */
const CONNECT_TIMEOUT_MS = 20_000;
/** without traffic, which is usual here */
const KEEP_ALIVE_MS = 10_000;

/**
 * Passes hints on to the worker over a connection of its own, which is opened again whenever it breaks; the first loss of
 * a series is logged. Nothing depends on a hint: what was missed is found when the worker polls. Returns a function that
 * stops it.
 */
export function listenForJobs(
  url: string,
  worker: Pick<JobWorker, 'wake' | 'beat'>,
  log: { warn: (details: object, message: string) => void },
): () => Promise<void> {
  let client: pg.Client | null = null;
  let newest: CuttableClient | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wait = FIRST_WAIT_MS;

  /** Of one connection, which may report its loss several times. */
  const reconnect = (lost: pg.Client, err: unknown) => {
    if (isStopped || lost !== client) return;
    client = null;
    if (wait === FIRST_WAIT_MS)
      log.warn({ why: String(err) }, 'jobs are not announced for a while; they are found by polling');
    timer = setTimeout(() => {
      opening = open();
    }, wait);
    wait = Math.min(wait * 2, MAX_WAIT_MS);
    void lost.end().catch(() => {});
  };

  const open = async (): Promise<void> => {
    const opened = new CuttableClient({
      connectionString: url,
      options: '-c role=casewright_app',
      keepAlive: true,
      // the system would ask after two hours
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client = newest = opened;
    opened.on('error', (error) => reconnect(opened, error));
    opened.on('end', () => reconnect(opened, 'the connection ended'));
    opened.on('notification', ({ payload = '' }) => {
      if (payload.startsWith('cancel ')) worker.beat();
      else worker.wake();
    });
    try {
      await opened.connect();
      await opened.query(`listen ${JOB_CHANNEL}`);
      wait = FIRST_WAIT_MS;
      // jobs that were enqueued while the connection was down
      worker.wake();
    } catch (error) {
      reconnect(opened, error);
    }
  };

  let opening = open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    // no farewell: a database that does not answer would be waited for
    newest?.cut();
    await opening;
  };
}
