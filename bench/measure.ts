/** What a benchmark prints: a ratio against a floor measured in the same run, never a bare time. */
export interface Measured {
  name: string;
  /** cost of ours divided by the cost of the floor; below 1 is cheaper */
  ratio: number;
  /** half the width of the middle half of the rounds, as a share of the ratio; null where there is one round */
  noise?: number | null;
  /** the same ratio of what others use for the same */
  stock?: number | null;
  /** the budget of the design, where it has one */
  budget: number | null;
  detail: string;
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Rounds {
  /** runs that do not count */
  warmUps: number;
  rounds: number;
}

/** Milliseconds of each run that counts. */
export async function timesOf({ warmUps, rounds }: Rounds, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.slice(warmUps);
}

interface Budgeted extends Rounds {
  name: string;
  budgetMs: number;
  /** shown with the figures */
  found?: string;
  /** milliseconds of processor time so far, of which the mean of a run is shown */
  processorMs?: () => number;
}

/** The 99th percentile of the runs to a budget in milliseconds. */
export async function p99Within(
  { name, budgetMs, found = '', processorMs, ...rounds }: Budgeted,
  work: () => Promise<unknown>,
): Promise<Measured> {
  await timesOf({ ...rounds, rounds: 0 }, work);
  const before = processorMs?.() ?? 0;
  const times = await timesOf({ ...rounds, warmUps: 0 }, work);
  const taken = processorMs && `${((processorMs() - before) / times.length).toFixed(0)} ms of processor time`;
  const p99 = percentile(times, 0.99);
  return {
    name: `${name}, p99 / ${budgetMs} ms`,
    ratio: p99 / budgetMs,
    budget: 1,
    detail: [
      `p50 ${median(times).toFixed(1)} and p99 ${p99.toFixed(1)} ms`,
      ...[taken, found].filter((one) => one),
    ].join(', '),
  };
}

/** The ratios of rounds that were taken in turn, as one figure with its noise. */
export function overRounds(
  ours: readonly number[],
  floor: readonly number[],
): { ratio: number; noise: number | null } {
  const ratios = ours.map((cost, at) => cost / (floor[at] ?? median(floor)));
  const ratio = median(ratios);
  const noise = (percentile(ratios, 0.75) - percentile(ratios, 0.25)) / 2 / ratio;
  return { ratio, noise: ratios.length > 2 ? noise : null };
}

/** Milliseconds of each of `rounds` runs of ours and of the floor, taken in turn so that noise hits both. */
export async function inTurn(
  rounds: number,
  ours: () => unknown,
  floor: () => unknown,
): Promise<{ ours: number[]; floor: number[] }> {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [list, work] of [
      [times.ours, ours],
      [times.floor, floor],
    ] as const) {
      const started = performance.now();
      await work();
      list.push(performance.now() - started);
    }
  }
  return times;
}
