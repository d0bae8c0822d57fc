/** Invented cases on two threads: what a valid one takes, and whether the schema of ICH takes its message. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CasesOrder, GeneratedFor } from './cases.worker.ts';
import type { Measured } from './measure.ts';

const THREADS = 2;
/** 5,000 valid cases a minute on two cores */
const LIMIT_MS = 24;
const MINUTE_MS = 60_000;

export async function benchCases({ quick }: { quick: boolean }): Promise<Measured[]> {
  const count = quick ? 10 : 100;
  const orders = Array.from({ length: THREADS }, (_, thread) => ({ from: 1 + thread * (count + 1), count }));
  const made = (await Promise.all(orders.map(generateInThread))).flat();
  const sum = (figure: (one: GeneratedFor) => number, some: readonly GeneratedFor[] = made): number =>
    some.reduce((total, one) => total + figure(one), 0);
  const perCase = (some: readonly GeneratedFor[]): number =>
    sum(({ processorMs }) => processorMs, some) / sum(({ valid }) => valid, some);
  const valid = sum((one) => one.valid);
  const perMinute = (ms: number): string => Math.round((THREADS * MINUTE_MS) / ms).toLocaleString('en');
  const byReceiver = [...Map.groupBy(made, ({ receiver }) => receiver)]
    .map(([receiver, some]) => `${receiver} ${perCase(some).toFixed(1)}`)
    .join(', ');
  const refused = made.flatMap((one) => one.refused);
  const missing = made.flatMap((one) => one.missing.map((seed) => `${one.receiver} ${seed}`));
  return [
    {
      name: `processor time of a valid case / ${LIMIT_MS} ms`,
      ratio: perCase(made) / LIMIT_MS,
      budget: 1,
      detail:
        `${perMinute(perCase(made))} a minute on ${THREADS} cores, ` +
        `by the clock ${perMinute(sum(({ clockMs }) => clockMs) / valid)}; ms for ${byReceiver}`,
    },
    {
      name: 'seeds without a valid case',
      ratio: missing.length,
      budget: 0,
      detail: missing.join(', ') || 'none',
    },
    {
      name: 'valid cases that the schema of ICH refuses',
      ratio: refused.length,
      budget: 0,
      detail: made.every(({ isChecked }) => isChecked)
        ? `of ${valid}; ${refused[0] ?? 'none'}`
        : 'no schema set is there',
    },
  ];
}

async function generateInThread(order: CasesOrder): Promise<GeneratedFor[]> {
  const worker = new Worker(new URL('./cases.worker.ts', import.meta.url), { workerData: order });
  const [results] = (await once(worker, 'message')) as [GeneratedFor[]];
  return results;
}
