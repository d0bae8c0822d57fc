/** Hears what is enqueued and cancelled by any process, so that nothing has to wait for the next look. */
import pg from 'pg';
import { JOB_CHANNEL } from './enqueue.store.ts';
import type { JobWorker } from './jobWorker.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * Passes hints on to the worker over a connection of its own, which is opened again whenever it breaks. Nothing depends on
 * a hint: what was missed is found when the worker polls. Answers how to stop.
 */
export function listenForJobs(
  url: string,
  worker: Pick<JobWorker, 'wake' | 'beat'>,
  log: { warn: (details: object, message: string) => void },
): () => Promise<void> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wait = FIRST_WAIT_MS;

  const reconnect = (err: unknown) => {
    if (isStopped || timer) return;
    log.warn({ err, waitMs: wait }, 'jobs are not announced for a while; they are found by polling');
    timer = setTimeout(() => {
      timer = undefined;
      opening = open();
    }, wait);
    wait = Math.min(wait * 2, MAX_WAIT_MS);
  };

  const open = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString: url, options: '-c role=casewright_app' });
    client = opened;
    opened.on('error', reconnect);
    opened.on('end', () => reconnect('the connection ended'));
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
      reconnect(error);
    }
  };

  let opening = open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await opening;
    await client?.end().catch(() => {});
  };
}
