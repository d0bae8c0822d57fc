/** Opens what spans are sent with. */
import type { Tracing } from './span.ts';
import type { TracingSettings } from './tracingSettings.ts';

/** Null without a setting: installations without a collector do not load OpenTelemetry. */
export async function openTracing(settings: TracingSettings | null): Promise<Tracing | null> {
  if (!settings) return null;
  const { openTelemetry } = await import('./openTelemetry.ts');
  return openTelemetry(settings);
}
