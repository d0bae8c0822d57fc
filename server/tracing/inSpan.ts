/** Work that is a part of the current span. */
import { inWorkContext, workContext } from '../workContext.ts';
import type { Span, SpanAbout } from './span.ts';

/** Runs the work as a part of the current span; without one, there is nothing to belong to. */
export async function inSpan<T>(about: SpanAbout, work: () => Promise<T>): Promise<T> {
  const parent = workContext().span;
  return parent ? runIn(parent.begin(about), work) : work();
}

/** Runs the work, and ends its span. */
export async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await inWorkContext({ ...workContext(), traceId: span.traceId, span }, work);
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** What a failed span says of an error: its message may quote values. */
export const typeOf = (error: unknown): string => {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : name;
};
