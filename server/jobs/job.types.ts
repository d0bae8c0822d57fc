/** Background work: what is enqueued, who does it, and what it is given. */
import type { Trx } from '../storage/database.ts';

/** Names a kind of job and the shape of what its jobs carry. */
export interface JobKind<Payload extends object> {
  readonly kind: string;
  /** failed so often, a job is a dead letter; left out: `DEFAULT_MAX_ATTEMPTS` */
  readonly maxAttempts?: number;
  /** never set: ties the payload to the kind */
  readonly takes?: (payload: Payload) => void;
}

export interface NewJob<Payload extends object> {
  kind: JobKind<Payload>;
  /** 0: the installation's own */
  sponsorKey: number;
  payload: Payload;
  /** the moment of the business change */
  at: Date;
  /** left out: at once */
  runAt?: Date;
  /** at most one job of the kind waits, and one runs, under the same key */
  dedupeKey?: string;
  /** higher ones first, within one sponsor */
  priority?: number;
  /** left out: the product itself */
  createdBy?: number;
}

/** A claimed job, for the process that runs it. */
export interface Job<Payload extends object = object> {
  jobKey: number;
  sponsorKey: number;
  kind: string;
  payload: Payload;
  /** from 1 */
  attempt: number;
  maxAttempts: number;
  createdBy: number | null;
  /** id of the request that enqueued the job, or the job that enqueued it; null: the product itself */
  requestId: string | null;
  /** the span that enqueued the job; null: none */
  traceParent: string | null;
  /** milliseconds from the end of one run to the next; null: the job runs once */
  everyMs: number | null;
}

export type StopReason = 'cancelled' | 'stopping' | 'lease lost';

/** What a handler may do while it runs. */
export interface JobRun {
  /**
   * Aborted with a `StopReason`. A handler that then leaves its work unfinished must throw (`signal.throwIfAborted()`):
   * a job whose handler returns is done.
   */
  signal: AbortSignal;
  /** Notes how far the job is; written about once a second. */
  progress: (done: number, total: number, note?: string) => void;
}

/** Runs in the transaction that ends the job: its effect and its end are kept together, or neither is. */
type Completion = (trx: Trx) => Promise<void>;

interface JobFailure {
  message: string;
  /** the handler itself gave up (`FinalFailure`) */
  isFinal: boolean;
  /** when it is tried again; null: never, it is a dead letter */
  retryAt: Date | null;
}

/** Does the jobs of one kind. A job may run more than once: where its process dies before its end is kept. */
export interface JobHandler<Payload extends object = object> {
  kind: JobKind<Payload>;
  /** jobs of this kind that a process runs at the same time; left out: 1 */
  concurrency?: number;
  /** Milliseconds before the attempt after this one, `MAX_WAIT_MS` at most; left out: `backOff`. */
  waitAfter?: (attempt: number) => number;
  /** The job is tried again later when this throws, and given up when it throws a `FinalFailure`. */
  run: (job: Job<Payload>, run: JobRun) => Promise<Completion | void>;
  /** Runs in the transaction that notes a failure, also that of a process that died. */
  failed?: (trx: Trx, job: Job<Payload>, failure: JobFailure) => Promise<void>;
}

/** A handler of whichever jobs; what they carry was enqueued under its kind. */
export type AnyJobHandler = JobHandler<never>;

/** Work that comes round: one row for all processes, so it never overlaps itself. */
export interface RecurringJob {
  name: string;
  /** milliseconds from the end of one run to the next */
  every: number;
  /** May return early when the signal is aborted: it comes round again. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** A failure that no further attempt would mend. */
export class FinalFailure extends Error {}

export const DEFAULT_MAX_ATTEMPTS = 8;
