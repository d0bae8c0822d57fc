/** What a key costs, and how soon it is seen. */
import { setTimeout } from 'node:timers/promises';
import { median, overRounds, percentile, type Measured } from '../measure.ts';
import { hasStock, preparedTab, roundsOf, SIZES, type Bench, type Side } from './sides.ts';
import type { Cost, Tab } from './tab.ts';

const KEY_BUDGET = 1.5;
const KEY_TO_PAINT_MS = 16;
/** of script, from the smallest to the largest page */
const GROWTH_BUDGET = 1.3;
const ROUNDS = 10;
const WARM_UP_ROUNDS = 3;

const PLACES = ['page', 'row'] as const;
type Place = (typeof PLACES)[number];

const TYPED = ['a', 'b', 'c', 'd', 'e'];
const KEYS = [...TYPED, ...TYPED.map(() => 'Backspace')];
// as fast as a fast typist, and at ever other moments between two frames
const PAUSES_MS = [41, 67, 53, 79, 47, 61, 71, 43, 59, 73];
/** what waits for a pause in typing is part of what the keys cost */
const PAUSE_AFTER_MS = 300;

/** A side at a size, with what its keys cost by the place they were typed in. */
interface Typist {
  side: Side;
  rows: number;
  values: number;
  tab: Tab;
  costs: Record<Place, Cost[]>;
  toPaint: Record<Place, number[]>;
}

/** Cost of a key, averaged over some; what was in the field before them is there after them. */
async function type(tab: Tab, place: Place): Promise<Cost> {
  await tab.page.evaluate((into) => window.bench.enterField(into), place);
  return costOfKey(tab);
}

/** The same in the field that has the focus. */
export async function costOfKey({ page, costOf }: Pick<Tab, 'page' | 'costOf'>): Promise<Cost> {
  const { script, thread } = await costOf(async () => {
    for (const [index, key] of KEYS.entries()) {
      await page.keyboard.press(key);
      await setTimeout(PAUSES_MS[index]);
    }
    await setTimeout(PAUSE_AFTER_MS);
  });
  return { script: script / KEYS.length, thread: thread / KEYS.length };
}

const takeWaits = ({ page }: Tab): Promise<number[]> => page.evaluate(() => window.bench.keysToPaint());

export async function benchKeys(bench: Bench): Promise<Measured[]> {
  const typists: Typist[] = [];
  for (const rows of SIZES)
    for (const side of ['ours', 'inputs', 'stock'] as const) {
      if (side === 'stock' && !hasStock(rows, bench.stock)) continue;
      const { tab, values } = await preparedTab(bench, side, rows);
      await tab.open();
      const typist = {
        side,
        rows,
        values,
        tab,
        costs: { page: [], row: [] },
        toPaint: { page: [], row: [] },
      };
      await warmUp(bench, typist);
      typists.push(typist);
    }
  // all in turn, so that noise hits all alike
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { side, rows, tab, costs, toPaint } of typists) {
      if (round >= roundsOf(bench, side, rows, ROUNDS)) continue;
      for (const place of PLACES) {
        costs[place].push(await type(tab, place));
        toPaint[place].push(...(await takeWaits(tab)));
      }
    }
  for (const { tab } of typists) await tab.close();
  return verdicts(typists);
}

/** One letter stays, so that the fields are changed ones throughout. */
async function warmUp(bench: Bench, { side, rows, tab }: Typist): Promise<void> {
  for (const place of PLACES) {
    await tab.page.evaluate((into) => window.bench.enterField(into), place);
    await tab.page.keyboard.press('x');
    for (let round = 0; round < roundsOf(bench, side, rows, WARM_UP_ROUNDS); round += 1)
      await type(tab, place);
  }
  await takeWaits(tab);
}

/** Of the two places the worse one counts; the detail tells both. */
function verdicts(typists: readonly Typist[]): Measured[] {
  const find = (side: Side, rows: number) =>
    typists.find((typist) => typist.side === side && typist.rows === rows);
  const sizes = SIZES.flatMap((rows) => {
    const [ours, html] = [find('ours', rows), find('inputs', rows)];
    return ours && html ? [{ ours, html, stock: find('stock', rows) }] : [];
  });
  const [small] = sizes;
  const large = sizes.at(-1);
  if (!small || !large) throw new Error('no page was measured');

  const figures = ({ costs }: Typist, place: Place, of: keyof Cost) => costs[place].map((cost) => cost[of]);
  const worse = (typist: Typist, of: keyof Cost) =>
    Math.max(...PLACES.map((place) => median(figures(typist, place, of))));
  const both = (figure: (place: Place) => string) =>
    PLACES.map((place) => `${figure(place)} ms in a ${place}`).join(', ');
  const over = (ours: Typist, html: Typist, of: keyof Cost) =>
    PLACES.map((place) => overRounds(figures(ours, place, of), figures(html, place, of))).sort(
      (a, b) => b.ratio - a.ratio,
    )[0];
  const cost = (of: keyof Cost, words: string, budget: number | null): Measured[] =>
    sizes.map(({ ours, html, stock }) => ({
      name: `a key at ${ours.values} values, ${words}`,
      ratio: Number.NaN,
      ...over(ours, html, of),
      budget,
      stock: stock && worse(stock, of) / worse(html, of),
      detail: `${both((place) => median(figures(ours, place, of)).toFixed(2))}; html ${worse(html, of).toFixed(2)} ms`,
    }));
  const waited = ({ toPaint }: Typist, place: Place) =>
    `${percentile(toPaint[place], 0.5).toFixed(1)}/${percentile(toPaint[place], 0.95).toFixed(1)}`;
  const slowest = (typist: Typist) =>
    Math.max(...PLACES.map((place) => percentile(typist.toPaint[place], 0.95)));
  const growth = (side: 'ours' | 'html') => worse(large[side], 'script') / worse(small[side], 'script');
  return [
    ...cost('script', 'script', KEY_BUDGET),
    {
      name: `a key, script, from ${small.ours.values} to ${large.ours.values} values`,
      ratio: growth('ours'),
      budget: GROWTH_BUDGET,
      detail: `html ${growth('html').toFixed(2)}x`,
    },
    ...cost('thread', 'whole main thread', null),
    ...sizes.map(({ ours, html, stock }) => ({
      name: `key to paint at ${ours.values} values, p95 / ${KEY_TO_PAINT_MS} ms`,
      ratio: slowest(ours) / KEY_TO_PAINT_MS,
      budget: 1,
      stock: stock && slowest(stock) / KEY_TO_PAINT_MS,
      detail: `p50/p95 ${both((place) => waited(ours, place))}; html p95 ${slowest(html).toFixed(1)} ms`,
    })),
  ];
}
