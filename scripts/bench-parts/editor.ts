/** The case editor against as many bare html inputs, in Chromium, in one run. */
import { chromium, type Browser } from 'playwright';
import { firstLoad, serveBenchPage } from './editor/site.ts';
import { newTab, type Tab } from './editor/tab.ts';
import { median, percentile, type Measured } from './measure.ts';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Rows in every group of the page; they make about 100, 1 000 and 5 000 values. */
const SIZES = [2, 20, 104] as const;
const [SMALL, , LARGE] = SIZES;
const PLACES = ['page', 'row'] as const;
const KEY_ROUNDS = 12;
const OPENINGS = 7;
const STEPS = 9;

const KEY_TO_PAINT_MS = 16;
const ADD_ROW_MS = 50;
const SWITCH_PAGE_MS = 100;
const FIRST_LOAD_BYTES = 250 * 1024;

type Place = (typeof PLACES)[number];
interface Pair {
  rows: number;
  values: number;
  ours: Tab;
  floor: Tab;
}

/** Keys, opening, rows and pages of the engine, and what the application loads before login. */
export async function benchEditor(): Promise<Measured[]> {
  const site = await serveBenchPage();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    return [
      ...(await keystrokes(browser, site.url)),
      await opening(browser, site.url),
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
  await ours.open(rows);
  const values = await ours.page.evaluate(() => window.bench.count());
  await floor.open(values);
  return { rows, values, ours, floor };
}

const TYPED = ['a', 'b', 'c', 'd', 'e'];
const KEYS = [...TYPED, ...TYPED.map(() => 'Backspace')];

/** Script per key of some keys in a field; what was there before the keys is there after them. */
async function type(tab: Tab, place: Place): Promise<number> {
  await tab.page.evaluate((into) => window.bench.enterField(into), place);
  const spent = await tab.scriptOf(async () => {
    for (const key of KEYS) {
      await tab.page.keyboard.press(key);
      await tab.page.evaluate(() => window.bench.painted());
    }
  });
  return spent / KEYS.length;
}

interface Keys {
  script: Record<Place, number[]>;
  toPaint: number[];
}

async function keystrokes(browser: Browser, url: string): Promise<Measured[]> {
  const pairs: Pair[] = [];
  for (const rows of SIZES) pairs.push(await newPair(browser, url, rows));
  const tabs = pairs.flatMap(({ ours, floor }) => [ours, floor]);
  const measured = new Map(tabs.map((tab): [Tab, Keys] => [tab, { script: { page: [], row: [] }, toPaint: [] }]));
  const keysOf = (tab: Tab): Keys => measured.get(tab) ?? { script: { page: [], row: [] }, toPaint: [] };

  // one letter stays, so that the field is a changed one throughout; then all tabs in turn, as noise hits all alike
  for (const tab of tabs)
    for (const place of PLACES) {
      await tab.page.evaluate((into) => window.bench.enterField(into), place);
      await tab.page.keyboard.press('x');
      for (let warm = 0; warm < 3; warm += 1) await type(tab, place);
      await tab.page.evaluate(() => window.bench.keysToPaint());
    }
  for (let round = 0; round < KEY_ROUNDS; round += 1)
    for (const tab of tabs)
      for (const place of PLACES) {
        keysOf(tab).script[place].push(await type(tab, place));
        keysOf(tab).toPaint.push(...(await tab.page.evaluate(() => window.bench.keysToPaint())));
      }
  for (const tab of tabs) await tab.close();

  const scriptOf = (tab: Tab): number => Math.max(...PLACES.map((place) => median(keysOf(tab).script[place])));
  const at = (rows: number): Pair => {
    const found = pairs.find((pair) => pair.rows === rows);
    if (!found) throw new Error(`no page with ${rows} rows was measured`);
    return found;
  };
  const each = (tab: Tab): string =>
    PLACES.map((place) => `${median(keysOf(tab).script[place]).toFixed(2)} ms in a ${place}`).join(', ');
  return [
    ...pairs.map(({ ours, floor, values }) => ({
      name: `a key at ${values} values, script over bare html`,
      ratio: scriptOf(ours) / scriptOf(floor),
      budget: 1.5,
      detail: `${each(ours)}; html ${each(floor)}`,
    })),
    {
      name: `a key at ${at(LARGE).values} values over one at ${at(SMALL).values}`,
      ratio: scriptOf(at(LARGE).ours) / scriptOf(at(SMALL).ours),
      budget: 1.3,
      detail: `html ${(scriptOf(at(LARGE).floor) / scriptOf(at(SMALL).floor)).toFixed(2)}x`,
    },
    ...pairs.map(({ ours, floor, values }) => ({
      name: `key to paint at ${values} values, p95 over ${KEY_TO_PAINT_MS} ms`,
      ratio: percentile(keysOf(ours).toPaint, 0.95) / KEY_TO_PAINT_MS,
      budget: 1,
      detail: `p50 ${median(keysOf(ours).toPaint).toFixed(1)} ms; html p50 ${median(keysOf(floor).toPaint).toFixed(1)}, p95 ${percentile(keysOf(floor).toPaint, 0.95).toFixed(1)} ms`,
    })),
  ];
}

/** Each time in a new document, so that neither side has the other time's compiled code. */
async function opening(browser: Browser, url: string): Promise<Measured> {
  const times = { ours: [] as number[], floor: [] as number[] };
  let values = 0;
  for (let round = 0; round < OPENINGS; round += 1) {
    const ours = await newTab(browser, url);
    times.ours.push(await ours.open(LARGE));
    values = await ours.page.evaluate(() => window.bench.count());
    await ours.close();
    const floor = await newTab(browser, `${url}?floor`);
    times.floor.push(await floor.open(values));
    await floor.close();
  }
  return {
    name: `opening ${values} values to paint, over bare html`,
    ratio: median(times.ours) / median(times.floor),
    budget: 0.3,
    detail: `${median(times.ours).toFixed(0)} ms; html ${median(times.floor).toFixed(0)} ms`,
  };
}

/** Adding a row to the longest list, and coming from another page, on the large page. */
async function steps(browser: Browser, url: string): Promise<Measured[]> {
  const tab = await newTab(browser, url);
  await tab.open(LARGE);
  const adding: number[] = [];
  const switching: number[] = [];
  for (let round = 0; round < STEPS; round += 1) {
    await tab.page.evaluate(() => window.bench.enterAddButton?.());
    adding.push(
      await tab.scriptOf(async () => {
        await tab.page.keyboard.press('Enter');
        for (let frame = 0; frame < 3; frame += 1) await tab.page.evaluate(() => window.bench.painted());
      }),
    );
    await tab.page.evaluate(() => window.bench.switchPage?.('other'));
    switching.push(await tab.scriptOf(() => tab.page.evaluate(() => window.bench.switchPage?.('measured'))));
  }
  await tab.close();
  const step = (name: string, times: number[], budget: number): Measured => ({
    name: `${name}, script over ${budget} ms`,
    ratio: median(times) / budget,
    budget: 1,
    detail: `${median(times).toFixed(1)} ms, first ${(times[0] ?? Number.NaN).toFixed(1)} ms`,
  });
  return [step('adding a row', adding, ADD_ROW_MS), step('switching the page', switching, SWITCH_PAGE_MS)];
}

async function loading(): Promise<Measured> {
  const { bytes, files, builtAt } = await firstLoad();
  return {
    name: 'scripts before login, gz over 250 KB',
    ratio: bytes / FIRST_LOAD_BYTES,
    budget: 1,
    detail: `${(bytes / 1024).toFixed(0)} KB in ${files} files, build of ${builtAt.toISOString().slice(0, 16)}`,
  };
}
