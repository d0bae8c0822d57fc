/** How a request names the span that it was sent in: W3C Trace Context, version 00. */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/** trace, span, flags */
const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Undefined for what is none. */
export function readTraceParent(given: string | null): TraceParent | undefined {
  const [, traceId, spanId, flags = ''] = TRACE_PARENT.exec(given ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The span in which the proxy, or a client behind it, sent the request; null where it names none. */
export function traceParentOf({ headers }: IncomingMessage, { behindProxy }: Config): string | null {
  const { traceparent } = headers;
  return behindProxy && typeof traceparent === 'string' ? traceparent : null;
}
