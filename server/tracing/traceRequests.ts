/** A span for each request, from its head to the end of its answer. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Span, Tracing } from './span.ts';
import { traceParentOf } from './traceParent.ts';

export interface RequestSpans {
  /** Of the request; begun when first asked for. Undefined: no spans are made. */
  of: (request: IncomingMessage) => Span | undefined;
}

/** The spans of requests. A trace is continued only where a proxy is trusted, which would have named it. */
export function openRequestSpans(tracing: Tracing | null, config: Config): RequestSpans {
  const spans = new WeakMap<IncomingMessage, Span>();
  return {
    of: (request) => {
      const known = spans.get(request);
      if (known || !tracing) return known;
      const { method = '' } = request;
      const about = { name: method, kind: 'server' as const, attributes: { 'http.request.method': method } };
      const span = tracing.begin(about, traceParentOf(request, config));
      spans.set(request, span);
      return span;
    },
  };
}

/** Ends the span of each request when its answer is sent. Paths may hold keys and tokens: spans have their pattern only. */
export function endRequestSpans(app: FastifyInstance, spans: RequestSpans): void {
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.of(request.raw);
    const status = request.finalStatus ?? reply.statusCode;
    span?.rename(nameOf(request));
    span?.set({
      'http.route': request.routeOptions.url ?? '',
      'http.response.status_code': status,
      'casewright.request_id': request.id,
    });
    if (status >= 500) span?.fail(String(status));
    span?.end();
    done();
  });
}

const nameOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? ''}`.trim();
