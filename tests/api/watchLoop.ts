/**
 * How long this thread works without returning to its event loop: others wait for so long. Processor time, however busy
 * the machine is.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PerformanceObserver } from 'node:perf_hooks';
import { NAME_HEADER } from '../hostileLaw.ts';

/** Work of the thread between two rounds of its event loop. */
export interface Stretch {
  /** milliseconds of processor time */
  ms: number;
  /** milliseconds of the clock in which V8 collected garbage */
  collecting: number;
  /** requests that were not answered when it began, or came meanwhile: it worked on some of them */
  requests: readonly string[];
}

export interface LoopWatch {
  /** the longest stretch since it was asked last, in milliseconds */
  takeMax: () => number;
  /** the ten longest of all, longest first */
  stretches: () => Stretch[];
  stop: () => void;
}

const MAX_STRETCHES = 10;

export function watchLoop(): LoopWatch {
  const garbage = watchGarbage();
  const requests = watchRequests();
  const found: { ms: number; from: number; to: number; requests: readonly string[] }[] = [];
  let before = processorTime();
  let from = performance.now();
  let max = 0;
  const timer = setInterval(() => {
    const ms = processorTime() - before;
    const to = performance.now();
    const names = requests.take();
    max = Math.max(max, ms);
    if (ms > (found[MAX_STRETCHES - 1]?.ms ?? 0)) {
      found.push({ ms, from, to, requests: names });
      found.sort((a, b) => b.ms - a.ms).splice(MAX_STRETCHES);
    }
    from = to;
    before = processorTime();
  }, 1);
  return {
    takeMax: () => {
      const last = max;
      max = 0;
      return last;
    },
    stretches: () =>
      found.map((stretch) => ({
        ms: stretch.ms,
        collecting: garbage.timeIn(stretch.from, stretch.to),
        requests: stretch.requests,
      })),
    stop: () => {
      clearInterval(timer);
      garbage.stop();
      requests.stop();
    },
  };
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Shorter ones hold nobody up. */
const MIN_COLLECTION_MS = 2;

function watchGarbage(): { timeIn: (from: number, to: number) => number; stop: () => void } {
  const collections: { startTime: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (duration >= MIN_COLLECTION_MS) collections.push({ startTime, duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    timeIn: (from, to) =>
      collections
        .filter(({ startTime }) => startTime >= from && startTime < to)
        .reduce((sum, { duration }) => sum + duration, 0),
    stop: () => observer.disconnect(),
  };
}

const STARTED = 'http.server.request.start';

/** `take`: requests that are being answered, and those that were answered since it was asked last. */
function watchRequests(): { take: () => readonly string[]; stop: () => void } {
  const open = new Map<ServerResponse, string>();
  let closed: string[] = [];
  const onStart = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method, url, headers } = request;
    open.set(response, [method, url, headers[NAME_HEADER]].filter(Boolean).join(' '));
    response.once('close', () => {
      closed.push(open.get(response) ?? '');
      open.delete(response);
    });
  };
  subscribe(STARTED, onStart);
  return {
    take: () => {
      const found = [...open.values(), ...closed];
      closed = [];
      return found;
    },
    stop: () => void unsubscribe(STARTED, onStart),
  };
}
