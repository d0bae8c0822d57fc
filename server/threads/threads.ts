/**
 * Worker threads for long computations on what a user sends: other requests are answered meanwhile. A task has limits
 * of time and memory, and ends with its request.
 */
import { availableParallelism } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { tooBusy, tooManyCalls, workTooLarge, workTooLong } from '../problems.ts';
import { inSpan } from '../tracing/inSpan.ts';
import { addThreadSpans, callerSpan } from '../tracing/threadSpans.ts';
import type { Ended, ThreadTask } from './threadTask.ts';
import { newFlags, timeLimit, type TimeLimit } from './timeLimit.ts';

/** Heap of a thread. The product's catalogue takes some 60 MB of it. */
const MAX_HEAP_MB = 512;
/**
 * For new objects. What V8 takes by itself is only given back after a collection, and made an import of 500 MB take 330 MB;
 * with this it takes 131 MB. With half as much (110 MB) large cases take an eighth more processor time, to collect garbage.
 */
const MAX_YOUNG_MB = 16;
/** Tasks waiting for a thread. */
const MAX_WAITING = 32;
/** Tasks of one user and pool that run or wait, unless the task says otherwise; they run one after another. */
const MAX_OF_USER = 4;
const RETRY_AFTER_S = 5;
/** An idle thread is kept so long for the next task. */
const IDLE_MS = 60_000;

/** On whose behalf a task runs. */
export interface Caller {
  userKey: number;
  /** aborted when the request closes */
  signal: AbortSignal;
}

export interface Threads {
  /**
   * Runs a task in a thread. Throws 422 WORK_TOO_LONG or WORK_TOO_LARGE where a limit is met, 429 TOO_MANY_CALLS, 503
   * TOO_BUSY.
   */
  run: <Input, Output>(task: ThreadTask<Input, Output>, input: Input, caller: Caller) => Promise<Output>;
  /** Runs a task in a thread that the caller serves over a port while it runs: `limit` restarts the time. */
  runServed: <Input, Output>(
    task: ThreadTask<Input, Output>,
    served: {
      input: Input;
      transfer: readonly (ArrayBuffer | MessagePort)[];
      limit: (time: TimeLimit) => void;
    },
    caller: Caller,
  ) => Promise<Output>;
  close: () => Promise<void>;
}

export interface ThreadsWorld {
  threads: Threads;
}

/** Threads of a process, which several servers may share: to start one takes longer than most tasks. */
export interface ThreadPools {
  of: (task: ThreadTask<never, unknown>) => Piscina;
  close: () => Promise<void>;
}

/** Starts threads when there is work for them. */
export function openThreadPools(heapMb = MAX_HEAP_MB): ThreadPools {
  const pools = new Map<string, Piscina>();
  return {
    of: (task) => {
      const known = pools.get(nameOfPool(task));
      if (known) return known;
      const pool = new Piscina({
        // the library starts a thread again only for the minimum when one is ended: others may wait for it
        minThreads: 1,
        maxThreads: Math.min(task.threads, Math.max(1, availableParallelism())),
        maxQueue: MAX_WAITING,
        idleTimeout: IDLE_MS,
        // a thread that serves a port has to hear it
        atomics: 'disabled',
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      });
      pools.set(nameOfPool(task), pool);
      return pool;
    },
    close: async () => {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

/**
 * The threads of a server, which sends its `settings` with each task. Its end ends its tasks, and the threads unless
 * they are shared.
 */
export function openThreads({
  shared,
  settings,
}: { shared?: ThreadPools | undefined; settings?: object } = {}): Threads {
  const pools = shared ?? openThreadPools();
  const closing = new AbortController();
  /** by user and pool: the tasks whose requests are open, and the last one of all */
  const turns = new Map<string, { open: Set<Promise<unknown>>; last: Promise<unknown> }>();

  /**
   * After the user's other tasks of the same pool, so that one user cannot hold all threads. One whose request has closed
   * does not count: a thread may be about to end it, and the user has asked for something else.
   */
  async function inTurn<Output>(
    key: string,
    max: number,
    signal: AbortSignal,
    work: () => Promise<Output>,
  ): Promise<Output> {
    const turn = turns.get(key) ?? { open: new Set(), last: Promise.resolve() };
    if (turn.open.size >= max) throw tooManyCalls(RETRY_AFTER_S);
    const next = turn.last.then(work);
    const last = next.catch(() => undefined);
    const leave = (): void => void turn.open.delete(last);
    turns.set(key, turn);
    turn.open.add(last);
    turn.last = last;
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await next;
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
      if (turn.last === last) turns.delete(key);
    }
  }

  const runServed: Threads['runServed'] = (task, { input, transfer, limit }, { userKey, signal }) =>
    inTurn(`${userKey} ${nameOfPool(task)}`, task.maxOfUser ?? MAX_OF_USER, signal, async () => {
      if (signal.aborted) throw tooBusy(RETRY_AFTER_S);
      const flags = newFlags();
      const time = timeLimit(task.seconds * 1000, flags);
      const close = (): void => time.close(task.graceMs ?? 0);
      signal.addEventListener('abort', close, { once: true });
      limit(time);
      try {
        const options = {
          filename: task.file.href,
          name: task.name,
          signal: AbortSignal.any([time.signal, closing.signal]),
          transferList: [...transfer] as never,
        };
        const about = { name: `thread ${task.name}`, kind: 'internal' as const };
        return (await inSpan(about, async () => {
          const span = callerSpan();
          const { output, made } = (await pools
            .of(task)
            .run({ flags, input, settings, span }, options)) as Ended<unknown>;
          addThreadSpans(made);
          signal.throwIfAborted();
          return output;
        })) as never;
      } catch (error) {
        throw signal.aborted ? tooBusy(RETRY_AFTER_S) : problemOf(error, time, task.seconds);
      } finally {
        signal.removeEventListener('abort', close);
        time.clear();
      }
    });

  return {
    run: (task, input, caller) => runServed(task, { input, transfer: [], limit: () => undefined }, caller),
    runServed,
    close: async () => {
      closing.abort();
      if (!shared) await pools.close();
    },
  };
}

const nameOfPool = ({ pool, file }: ThreadTask<never, unknown>): string => pool ?? file.href;

function problemOf(error: unknown, { signal }: TimeLimit, seconds: number): unknown {
  const { name, code, message } = error as Error & { code?: string };
  if (signal.aborted) return workTooLong(seconds);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return workTooLarge();
  // the server closes, or its threads have too much to do
  if (name === 'AbortError' || /queue|Terminating worker/i.test(message)) return tooBusy(RETRY_AFTER_S);
  return error;
}
