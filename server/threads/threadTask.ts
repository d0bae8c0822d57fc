/** A function that runs in a worker thread: a named export of a file `*.thread.ts`. */
import { withThreadSpans, type CallerSpan, type ThreadSpans } from '../tracing/threadSpans.ts';

/** What a thread is given. */
interface Started<Input> {
  /** set to 1 when the task starts */
  started: SharedArrayBuffer;
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
  /** only for its type */
  runs?: ThreadFunction<Input, Output>;
}

/**
 * Wraps the function that a thread runs. Input and output are copied: plain data, buffers and ports. So are the settings
 * of the server, which differ from task to task where servers share threads.
 */
export const threadFunction =
  <Input, Output>(
    run: (input: Input, settings: unknown) => Output | Promise<Output>,
  ): ThreadFunction<Input, Output> =>
  async ({ started, input, settings, span }) => {
    Atomics.store(new Int32Array(started), 0, 1);
    return withThreadSpans(span, () => run(input, settings));
  };

/** Describes a task to those who start it: `threadTask<typeof run>(file, 'run', ...)`. */
export const threadTask = <Run extends ThreadFunction<never, unknown>>(
  file: URL,
  name: string,
  limits: Pick<ThreadTask<never, never>, 'seconds' | 'threads' | 'pool' | 'maxOfUser'>,
): Run extends ThreadFunction<infer Input, infer Output> ? ThreadTask<Input, Output> : never =>
  ({ file, name, ...limits }) as never;
