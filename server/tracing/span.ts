/**
 * Spans: what a request or a job spends its time on. A span never names a sponsor, a user or a case, and has no value of
 * one: readers of traces need not be allowed to read cases.
 */

export interface SpanAbout {
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Record<string, string | number>;
}

export interface Span {
  traceId: string;
  /** names the span to what goes on elsewhere, as W3C Trace Context has it */
  traceParent: string;
  /** Begins a part of it; now, unless a time is given in milliseconds since 1970. */
  begin: (about: SpanAbout, at?: number) => Span;
  rename: (name: string) => void;
  set: (attributes: Record<string, string | number>) => void;
  /** Marks it as failed; `type`: a code or the name of a kind of error, never a message, which may quote values. */
  fail: (type: string) => void;
  end: (at?: number) => void;
}

export interface Tracing {
  /** Begins a trace, or goes on with the one that a `traceparent` names. */
  begin: (about: SpanAbout, traceParent: string | null) => Span;
  /** Logs from now on when spans cannot be sent, once until they can be again. */
  logTo: (log: { warn: (details: object, message: string) => void }) => void;
  /** Sends what was not sent yet, unless that takes long. */
  close: () => Promise<void>;
}

export interface TracingWorld {
  /** null: no spans are made */
  tracing: Tracing | null;
}
