/**
 * Spans by OpenTelemetry. Nothing is registered globally: spans travel in the work context of the product, and servers of
 * one process do not disturb each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanAbout, Tracing } from './span.ts';
import { readTraceParent } from './traceParent.ts';
import type { TracingSettings } from './tracingSettings.ts';

const KINDS: Record<SpanAbout['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const SEND_EVERY_MS = 2_000;
/** A collector that does not answer must not hold up a stop. */
const CLOSE_MS = 2_000;
const SENT = 0;

/** Begins to send spans as the settings say. */
export function openTelemetry({ url, headers, serviceName, resource, share }: TracingSettings): Tracing {
  let warn: (details: object, message: string) => void = () => {};
  const exporter = withOutcome(new OTLPTraceExporter({ url, headers }), {
    onFirstFailure: (why) => warn({ why }, 'spans cannot be sent to the collector'),
    onRecovery: () => warn({}, 'spans are sent to the collector again'),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource, 'service.name': serviceName }),
    // what was decided for the beginning of a trace holds for all of it
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('casewright');
  return {
    begin: (about, traceParent) => begin(tracer, about, contextOf(traceParent)),
    logTo: (log) => {
      warn = log.warn.bind(log);
    },
    close: async () => {
      const waiting = new AbortController();
      const tooLong = sleep(CLOSE_MS, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([provider.shutdown().catch(() => {}), tooLong]);
      waiting.abort();
    },
  };
}

function contextOf(traceParent: string | null): Context {
  const parent = readTraceParent(traceParent);
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function begin(
  tracer: Tracer,
  { name, kind, attributes = {} }: SpanAbout,
  context: Context,
  startTime?: number,
): Span {
  const span: OtelSpan = tracer.startSpan(
    name,
    { kind: KINDS[kind], attributes, ...(startTime !== undefined && { startTime }) },
    context,
  );
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceParent: `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`,
    begin: (about, at) => begin(tracer, about, trace.setSpan(ROOT_CONTEXT, span), at),
    rename: (given) => span.updateName(given),
    set: (given) => span.setAttributes(given),
    fail: (type) => span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    end: (at) => span.end(at),
  };
}

/** An exporter that tells when it begins to fail, and when it has recovered. */
function withOutcome(
  exporter: SpanExporter,
  { onFirstFailure, onRecovery }: { onFirstFailure: (why: string) => void; onRecovery: () => void },
): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== SENT;
        if (failed && !isFailing) onFirstFailure(result.error?.message ?? 'no reason was given');
        if (!failed && isFailing) onRecovery();
        isFailing = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
