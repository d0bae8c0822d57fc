/**
 * Spans of a worker thread. A thread has no collector: it makes its spans as data, and returns them with its result to the
 * thread that asked for the work.
 */
import { inWorkContext, workContext } from '../workContext.ts';
import type { Span, SpanAbout } from './span.ts';

/** A span that has ended, with its parts. */
interface EndedSpan extends SpanAbout {
  began: number;
  ended: number;
  /** null: it did not fail */
  failure: string | null;
  parts: EndedSpan[];
}

export interface ThreadSpans {
  spans: EndedSpan[];
  /** spans beyond the limit, which were left out */
  dropped: number;
}

/** What a thread has to know of the span that it works for. */
export type CallerSpan = Pick<Span, 'traceId' | 'traceParent'>;

/** The current span for a thread; null: there is none. */
export function callerSpan(): CallerSpan | null {
  const { span } = workContext();
  return span ? { traceId: span.traceId, traceParent: span.traceParent } : null;
}

/** An import of a large batch has hundreds of thousands of statements. */
const MAX_SPANS = 1000;

/** Runs the work of a thread, with its spans as data; without a span to belong to it makes none. */
export async function withThreadSpans<T>(
  caller: CallerSpan | null,
  work: () => T | Promise<T>,
): Promise<{ output: T; made: ThreadSpans | null }> {
  if (!caller) return { output: await work(), made: null };
  const made: ThreadSpans = { spans: [], dropped: 0 };
  let count = 0;
  const begin = (about: SpanAbout, into: EndedSpan[], parts: EndedSpan[] = []): Span => {
    const span: EndedSpan = { ...about, began: Date.now(), ended: 0, failure: null, parts };
    const started = performance.now();
    count += 1;
    const isMade = count <= MAX_SPANS;
    if (!isMade) made.dropped += 1;
    return {
      // a job that is enqueued by a part belongs to the whole work
      ...caller,
      begin: (part) => begin(part, parts),
      rename: (name) => (span.name = name),
      set: (attributes) => (span.attributes = { ...span.attributes, ...attributes }),
      fail: (type) => (span.failure = type),
      end: () => {
        span.ended = span.began + performance.now() - started;
        if (isMade) into.push(span);
      },
    };
  };
  const span = begin({ name: 'thread', kind: 'internal' }, [], made.spans);
  return { output: await inWorkContext({ ...workContext(), span }, work), made };
}

/** Makes the spans of a thread parts of the current one. */
export function addThreadSpans(made: ThreadSpans | null): void {
  const { span } = workContext();
  if (!span || !made) return;
  for (const part of made.spans) addTo(span, part);
  if (made.dropped > 0) span.set({ 'casewright.dropped_spans': made.dropped });
}

function addTo(parent: Span, { began, ended, failure, parts, ...about }: EndedSpan): void {
  const span = parent.begin(about, began);
  for (const part of parts) addTo(span, part);
  if (failure !== null) span.fail(failure);
  span.end(ended);
}
