/** Logs when a service becomes unavailable, and when it is available again: once each, however many requests fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Unavailable } from './unavailable.ts';

const PROBE_MS = 500;
/** A probe does not see that nothing can be written: then the service is available when nothing failed for so long. */
const QUIET_MS = 60_000;

interface Log {
  error: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

export interface OutageLog {
  /** Notes a failure. */
  note: (failure: Unavailable) => void;
  /** Logs from now on; `probe` rejects while the service is unavailable. Returns a function that stops it. */
  open: (probe: () => Promise<unknown>, log: Log) => () => Promise<void>;
}

/** A log of the outages of a service, such as `the database`. The service is opened before there is a log. */
export function outageLog(service: string): OutageLog {
  let note: OutageLog['note'] = () => {};
  return {
    note: (failure) => note(failure),
    open: (probe, log) => {
      const stopping = new AbortController();
      let following: Promise<void> | null = null;
      let refusedAt = -Infinity;
      const isOver = async () =>
        performance.now() - refusedAt > QUIET_MS &&
        (await probe().then(
          () => true,
          () => false,
        ));
      const follow = { service, isOver, log, signal: stopping.signal };
      note = (failure) => {
        if (failure.isRefusal) refusedAt = performance.now();
        if (stopping.signal.aborted) return;
        following ??= followOutage(failure, follow).finally(() => (following = null));
      };
      return async () => {
        stopping.abort();
        await following;
      };
    },
  };
}

interface Follow {
  service: string;
  isOver: () => Promise<boolean>;
  log: Log;
  signal: AbortSignal;
}

async function followOutage(
  { message, cause }: Unavailable,
  { service, isOver, log, signal }: Follow,
): Promise<void> {
  const since = performance.now();
  const { code } = (cause ?? {}) as { code?: string };
  log.error({ code, why: message }, `${service} is not available: requests are answered with 503`);
  while (!signal.aborted) {
    await sleep(PROBE_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted || !(await isOver())) continue;
    log.warn({ seconds: Math.round((performance.now() - since) / 1000) }, `${service} is available again`);
    return;
  }
}
