/** A function that runs in a worker thread: a named export of a file `*.thread.ts`. */
import { withThreadSpans, type CallerSpan, type ThreadSpans } from '../tracing/threadSpans.ts';
import { FLAG } from './timeLimit.ts';

/** What a thread is given. */
interface Started<Input> {
  /** see `FLAG` */
  flags: SharedArrayBuffer;
  input: Input;
  /** of the server that the task belongs to */
  settings: unknown;
  /** the span that the work is a part of; null: it makes no spans */
  span: CallerSpan | null;
}

/** What a thread returns. */
export interface Ended<Output> {
  output: Output;
  /** its spans; null: it was to make none */
  made: ThreadSpans | null;
}

export type ThreadFunction<Input, Output> = (task: Started<Input>) => Promise<Ended<Output>>;

export interface ThreadTask<Input, Output> {
  file: URL;
  /** of the export */
  name: string;
  /** time limit */
  seconds: number;
  /** largest number of threads for the tasks of the file, or of the pool */
  threads: number;
  /** files of one pool share its threads; left out: the file has threads of its own */
  pool?: string;
  /** tasks of one user that run or wait */
  maxOfUser?: number;
  /**
   * Milliseconds in which a task may end by itself when its request has closed. The thread, with all that it has
   * compiled, then serves the next task. Left out: the thread is ended at once.
   */
  graceMs?: number;
  /** only for its type */
  runs?: ThreadFunction<Input, Output>;
}

/**
 * Wraps the function that a thread runs. Input and output are copied: plain data, buffers and ports. So are the settings
 * of the server, which differ from task to task where servers share threads. `isWanted` becomes false when the request
 * has closed.
 */
export const threadFunction =
  <Input, Output>(
    run: (input: Input, settings: unknown, isWanted: () => boolean) => Output | Promise<Output>,
  ): ThreadFunction<Input, Output> =>
  async ({ flags, input, settings, span }) => {
    const flag = new Int32Array(flags);
    Atomics.store(flag, FLAG.started, 1);
    const isWanted = (): boolean => Atomics.load(flag, FLAG.closed) === 0;
    return withThreadSpans(span, () => run(input, settings, isWanted));
  };

/** Describes a task to those who start it: `threadTask<typeof run>(file, 'run', ...)`. */
export const threadTask = <Run extends ThreadFunction<never, unknown>>(
  file: URL,
  name: string,
  limits: Pick<ThreadTask<never, never>, 'seconds' | 'threads' | 'pool' | 'maxOfUser' | 'graceMs'>,
): Run extends ThreadFunction<infer Input, infer Output> ? ThreadTask<Input, Output> : never =>
  ({ file, name, ...limits }) as never;
