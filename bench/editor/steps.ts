/** Adding a row to the widest list, and coming from another page of the case. */
import { median, type Measured } from '../measure.ts';
import { hasStock, preparedTab, roundsOf, SIZES, type Bench, type Side } from './sides.ts';
import type { Tab } from './tab.ts';

const ADD_ROW_MS = 50;
const SWITCH_PAGE_MS = 100;
const ROUNDS = 9;

interface Steps {
  values: number;
  /** milliseconds of script */
  adding: number[];
  switching: number[];
}

export async function benchSteps(bench: Bench): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const rows of SIZES) {
    const ours = await measure(bench, 'ours', rows);
    const stock = hasStock(rows, bench.stock) ? await measure(bench, 'stock', rows) : undefined;
    const step = (words: string, of: 'adding' | 'switching', budget: number): Measured => ({
      name: `${words} at ${ours.values} values, script / ${budget} ms`,
      ratio: median(ours[of]) / budget,
      budget: 1,
      stock: stock && median(stock[of]) / budget,
      detail: `${median(ours[of]).toFixed(1)} ms, at most ${Math.max(...ours[of]).toFixed(1)} ms`,
    });
    results.push(
      step('adding a row', 'adding', ADD_ROW_MS),
      step('switching tab', 'switching', SWITCH_PAGE_MS),
    );
  }
  return results.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

async function measure(bench: Bench, side: Side, rows: number): Promise<Steps> {
  const { tab, values } = await preparedTab(bench, side, rows);
  await tab.open();
  const steps: Steps = { values, adding: [], switching: [] };
  for (let round = 0; round < roundsOf(bench, side, rows, ROUNDS); round += 1) {
    steps.adding.push(await addRow(tab));
    await tab.page.evaluate(() => window.bench.switchPage?.('other'));
    steps.switching.push(
      await scriptOf(tab, () => tab.page.evaluate(() => window.bench.switchPage?.('measured'))),
    );
  }
  await tab.close();
  return steps;
}

async function addRow(tab: Tab): Promise<number> {
  const inputs = () => tab.page.evaluate(() => document.querySelectorAll('input, textarea').length);
  const before = await inputs();
  await tab.page.evaluate(() => window.bench.enterAddButton?.());
  const cost = await scriptOf(tab, async () => {
    await tab.page.keyboard.press('Enter');
    for (let frame = 0; frame < 3; frame += 1) await tab.page.evaluate(() => window.bench.painted());
  });
  if ((await inputs()) === before) throw new Error('no row was added');
  return cost;
}

const scriptOf = async (tab: Tab, work: () => Promise<unknown>): Promise<number> =>
  (await tab.costOf(work)).script;
