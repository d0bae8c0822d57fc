/** What the current work belongs to: passed on to all that a request or a job awaits, for logs and enqueued jobs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing/span.ts';

/** Named as in the log, but for the span and the sender. */
export interface WorkContext {
  /** id of the request that caused the work; left out: the product itself did */
  reqId?: string | undefined;
  /** W3C trace id of the work, if it has spans or the client of that request sent one */
  traceId?: string | undefined;
  /** what further parts of the work belong to; left out: no spans are made */
  span?: Span | undefined;
  /** on whose behalf a request works, for the order in which work waits; left out: the product itself */
  sender?: string | undefined;
  /** kind and key of the job that does the work */
  job?: string;
  jobKey?: number;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs the work, and all that it awaits, in a context. */
export const inWorkContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);

export const workContext = (): WorkContext => storage.getStore() ?? {};

/** What names work. */
export type WorkNames = Omit<WorkContext, 'span' | 'sender'>;

/** Runs the work by the names that the caller of a thread has sent, as a part of the span that the thread works in. */
export const inNamedContext = <T>(names: WorkNames, work: () => T): T =>
  inWorkContext({ ...workContext(), ...names }, work);

/** What names the current work, as data: for log lines, and for threads, to which a span cannot be sent. */
export function namesOfWork(): WorkNames {
  const { span: _span, sender: _sender, ...names } = workContext();
  return names;
}
