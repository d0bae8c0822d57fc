/** Starts the embedded server again when its process ends, whatever ended it. */
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 250;
const MAX_WAIT_MS = 10_000;

interface WatchedServer {
  isRunning: () => boolean;
  /** Rejects if the server does not start, e.g. since the disk is full. */
  start: () => Promise<void>;
}

export interface Log {
  error: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

/** Watches the server from now on. Returns a function that stops it and waits for a start that is under way. */
export function keepRunning(server: WatchedServer, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const rest = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      if (!server.isRunning()) await restart(server, log, stopping.signal, rest);
      await rest(LOOK_MS);
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}

/** Tries until the server runs. The first failed attempt is logged; the log of PostgreSQL has the others. */
async function restart(
  { start }: WatchedServer,
  log: Log,
  signal: AbortSignal,
  rest: (ms: number) => Promise<void>,
): Promise<void> {
  log.error({}, 'the embedded PostgreSQL ended unexpectedly and is started again');
  for (let wait = LOOK_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      await start();
      log.warn({}, 'the embedded PostgreSQL runs again');
      return;
    } catch (error) {
      if (wait === LOOK_MS)
        log.error({ why: String(error) }, 'the embedded PostgreSQL does not start; it is tried again');
      await rest(wait);
    }
  }
}
