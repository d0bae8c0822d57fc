/** The case editor against as many bare html inputs, in Chromium, in one run. */
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright';
import { CHROMIUM } from '../chromium.ts';
import { firstLoad, serveBenchPage } from './editor/site.ts';
import { newTab, type Cost, type Tab } from './editor/tab.ts';
import { median, percentile, type Measured } from './measure.ts';

/** Rows in every group of the page; they make about 100, 1 000 and 5 000 values. */
const SIZES = [2, 20, 104] as const;
const [, , LARGE] = SIZES;
const PLACES = ['page', 'row'] as const;
const KEY_ROUNDS = 8;
const OPENINGS = 5;
const STEPS = 9;

const KEY_TO_PAINT_MS = 16;
const ADD_ROW_MS = 50;
const SWITCH_PAGE_MS = 100;
const FIRST_LOAD_BYTES = 250 * 1024;

type Place = (typeof PLACES)[number];
interface Pair {
  values: number;
  ours: Tab;
  floor: Tab;
}

/** Keys, opening, rows and pages of the engine, and what the application loads before login. */
export async function benchEditor(): Promise<Measured[]> {
  const site = await serveBenchPage();
  const browser = await chromium.launch(CHROMIUM);
  try {
    return [
      ...(await keystrokes(browser, site.url)),
      ...(await opening(browser, site.url)),
      ...(await steps(browser, site.url)),
      await loading(),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function newPair(browser: Browser, url: string, rows: number): Promise<Pair> {
  const ours = await newTab(browser, url);
  const floor = await newTab(browser, `${url}?floor`);
  const values = await ours.prepare(rows);
  await floor.prepare(rows);
  await ours.open();
  await floor.open();
  return { values, ours, floor };
}

const TYPED = ['a', 'b', 'c', 'd', 'e'];
const KEYS = [...TYPED, ...TYPED.map(() => 'Backspace')];
// as fast as a fast typist, and at ever other moments between two frames
const PAUSES_MS = [41, 67, 53, 79, 47, 61, 71, 43, 59, 73];

/** Cost of a key, averaged over some; what was in the field before them is there after them. */
async function type(tab: Tab, place: Place): Promise<Cost> {
  await tab.page.evaluate((into) => window.bench.enterField(into), place);
  const { script, thread } = await tab.costOf(async () => {
    for (const [index, key] of KEYS.entries()) {
      await tab.page.keyboard.press(key);
      await setTimeout(PAUSES_MS[index]);
    }
  });
  return { script: script / KEYS.length, thread: thread / KEYS.length };
}

/** What the keys of a tab cost, by the place they were typed in, and how long they took to be seen. */
interface Keys {
  costs: Record<Place, Cost[]>;
  toPaint: Record<Place, number[]>;
}

async function keystrokes(browser: Browser, url: string): Promise<Measured[]> {
  const pairs: Pair[] = [];
  for (const rows of SIZES) pairs.push(await newPair(browser, url, rows));
  const tabs = pairs.flatMap(({ ours, floor }) => [ours, floor]);
  const measured = new Map<Tab, Keys>();
  const keysOf = (tab: Tab): Keys => {
    const keys = measured.get(tab) ?? { costs: { page: [], row: [] }, toPaint: { page: [], row: [] } };
    measured.set(tab, keys);
    return keys;
  };

  for (const tab of tabs) await warmUp(tab);
  // all tabs in turn, so that noise hits all alike
  for (let round = 0; round < KEY_ROUNDS; round += 1)
    for (const tab of tabs)
      for (const place of PLACES) {
        keysOf(tab).costs[place].push(await type(tab, place));
        keysOf(tab).toPaint[place].push(...(await tab.page.evaluate(() => window.bench.keysToPaint())));
      }
  for (const tab of tabs) await tab.close();
  return verdicts(pairs, keysOf);
}

/** One letter stays, so that the fields are changed ones throughout. */
async function warmUp(tab: Tab): Promise<void> {
  for (const place of PLACES) {
    await tab.page.evaluate((into) => window.bench.enterField(into), place);
    await tab.page.keyboard.press('x');
    for (let round = 0; round < 3; round += 1) await type(tab, place);
  }
  await tab.page.evaluate(() => window.bench.keysToPaint());
}

/** Of the two places the worse one counts; the detail tells both. */
function verdicts(pairs: readonly Pair[], keysOf: (tab: Tab) => Keys): Measured[] {
  const costIn = (tab: Tab, place: Place, of: keyof Cost): number =>
    median(keysOf(tab).costs[place].map((cost) => cost[of]));
  const cost = (tab: Tab, of: keyof Cost): number =>
    Math.max(...PLACES.map((place) => costIn(tab, place, of)));
  const toPaint = (tab: Tab): number =>
    Math.max(...PLACES.map((place) => percentile(keysOf(tab).toPaint[place], 0.95)));
  const both = (figure: (place: Place) => number): string =>
    PLACES.map((place) => `${figure(place).toFixed(2)} ms in a ${place}`).join(', ');
  const over = (of: keyof Cost, { ours, floor }: Pair) => ({
    ratio: cost(ours, of) / cost(floor, of),
    detail: `${both((place) => costIn(ours, place, of))}; html ${cost(floor, of).toFixed(2)} ms`,
  });

  const [small] = pairs;
  const large = pairs.at(-1);
  if (!small || !large) throw new Error('no page was measured');
  const growth = (side: 'ours' | 'floor'): number =>
    cost(large[side], 'script') / cost(small[side], 'script');
  return [
    ...pairs.map((pair) => ({
      name: `a key at ${pair.values} values, script`,
      budget: 1.5,
      ...over('script', pair),
    })),
    {
      name: `a key, script, from ${small.values} to ${large.values} values`,
      ratio: growth('ours'),
      budget: 1.3,
      detail: `html ${growth('floor').toFixed(2)}x`,
    },
    ...pairs.map((pair) => ({
      name: `a key at ${pair.values} values, whole main thread`,
      budget: null,
      ...over('thread', pair),
    })),
    ...pairs.map(({ ours, floor, values }) => ({
      name: `key to paint at ${values} values, p95 / ${KEY_TO_PAINT_MS} ms`,
      ratio: toPaint(ours) / KEY_TO_PAINT_MS,
      budget: 1,
      detail: `${both((place) => percentile(keysOf(ours).toPaint[place], 0.95))}; html ${toPaint(floor).toFixed(2)} ms`,
    })),
  ];
}

/** The engine, and the two floors: each item in its html control, each in a text input. */
const OPENED = { ours: '', controls: '?controls', inputs: '?floor' };

/** Each time in a new document, so that no side has the other time's compiled code. */
async function opening(browser: Browser, url: string): Promise<Measured[]> {
  const costs = { ours: [] as number[], controls: [] as number[], inputs: [] as number[] };
  const waits = { ours: [] as number[], controls: [] as number[], inputs: [] as number[] };
  let values = 0;
  for (let round = 0; round < OPENINGS; round += 1)
    for (const [side, search] of Object.entries(OPENED) as [keyof typeof OPENED, string][]) {
      const tab = await newTab(browser, `${url}${search}`);
      values = await tab.prepare(LARGE);
      const { thread } = await tab.costOf(async () => waits[side].push(await tab.open()));
      costs[side].push(thread);
      await tab.close();
    }
  const told = (side: keyof typeof OPENED): string =>
    `${median(costs[side]).toFixed(0)} ms of the main thread, ${median(waits[side]).toFixed(0)} ms to paint`;
  const against = (floor: 'controls' | 'inputs', budget: number | null): Measured => ({
    name: `opening ${values} values, over html ${floor}`,
    ratio: median(costs.ours) / median(costs[floor]),
    budget,
    detail: `${told('ours')}; html ${told(floor)}`,
  });
  return [against('controls', 0.3), against('inputs', null)];
}

const scriptOf = async (tab: Tab, work: () => Promise<unknown>): Promise<number> =>
  (await tab.costOf(work)).script;

/** Adding a row to the longest list, and coming from another page, on the large page. */
async function steps(browser: Browser, url: string): Promise<Measured[]> {
  const tab = await newTab(browser, url);
  await tab.prepare(LARGE);
  await tab.open();
  const adding: number[] = [];
  const switching: number[] = [];
  for (let round = 0; round < STEPS; round += 1) {
    await tab.page.evaluate(() => window.bench.enterAddButton?.());
    adding.push(
      await scriptOf(tab, async () => {
        await tab.page.keyboard.press('Enter');
        for (let frame = 0; frame < 3; frame += 1) await tab.page.evaluate(() => window.bench.painted());
      }),
    );
    await tab.page.evaluate(() => window.bench.switchPage?.('other'));
    switching.push(await scriptOf(tab, () => tab.page.evaluate(() => window.bench.switchPage?.('measured'))));
  }
  await tab.close();
  const step = (name: string, times: number[], budget: number): Measured => ({
    name: `${name}, script / ${budget} ms`,
    ratio: median(times) / budget,
    budget: 1,
    detail: `${median(times).toFixed(1)} ms, first ${(times[0] ?? Number.NaN).toFixed(1)} ms`,
  });
  return [step('adding a row', adding, ADD_ROW_MS), step('switching the page', switching, SWITCH_PAGE_MS)];
}

async function loading(): Promise<Measured> {
  const { bytes, files, builtAt } = await firstLoad();
  return {
    name: 'scripts before login, gz / 250 KB',
    ratio: bytes / FIRST_LOAD_BYTES,
    budget: 1,
    detail: `${(bytes / 1024).toFixed(0)} KB in ${files} files, build of ${builtAt.toISOString().slice(0, 16)}`,
  };
}
