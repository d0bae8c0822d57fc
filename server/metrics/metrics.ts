/** What this process counts, for Prometheus. No label names a sponsor, a user or a case. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** seconds */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** `refused`: the user can act on it; `failed`: an operator may have to. */
export type Result = 'done' | 'refused' | 'failed';

export interface Metrics {
  /** Counts an answered request. `route`: the pattern of the path. */
  countRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  countSave: (result: Result) => void;
  countImport: (result: Result) => void;
  /** Adds gauges whose values are read when the metrics are. */
  observe: (gauges: readonly ObservedGauge[]) => void;
  /** Adds what the runtime knows: memory, processor time, delay of the event loop, garbage collection. */
  observeProcess: () => void;
  contentType: string;
  /** All metrics in the text format of Prometheus. */
  read: () => Promise<string>;
}

export interface ObservedGauge {
  name: string;
  help: string;
  labels?: readonly string[];
  /** An error leaves the gauge without values: the others are still read. */
  values: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>;
}

interface GaugeValue {
  labels?: Record<string, string>;
  value: number;
}

export interface MetricsWorld {
  metrics: Metrics;
}

/** Counts from now on, in a registry of its own. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'casewright_http_request_duration_seconds',
    help: 'Requests by method, pattern of the path and status: seconds from the head of the request to the end of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATIONS,
    registers,
  });
  const saves = resultCounter('casewright_saves_total', 'Saves of case pages', registers);
  const imports = resultCounter('casewright_imports_total', 'Imported files', registers);
  return {
    countRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    countSave: (result) => saves.inc({ result }),
    countImport: (result) => imports.inc({ result }),
    observe: (gauges) => {
      for (const gauge of gauges) addGauge(gauge, registers);
    },
    observeProcess: () => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

/** From 0, so that the first failure is an increase. */
function resultCounter(name: string, help: string, registers: Registry[]): Counter<'result'> {
  const counter = new Counter({
    name,
    help: `${help}, by result`,
    labelNames: ['result'] as const,
    registers,
  });
  for (const result of ['done', 'refused', 'failed'] satisfies Result[]) counter.inc({ result }, 0);
  return counter;
}

function addGauge({ name, help, labels = [], values }: ObservedGauge, registers: Registry[]): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers,
    async collect() {
      this.reset();
      try {
        for (const { labels: of = {}, value } of await values()) this.set(of, value);
      } catch {
        // its source does not answer now, which other metrics and the log tell
      }
    },
  });
}
