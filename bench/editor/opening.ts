/** What it costs to open a page, until it is painted, and what it holds in memory then. */
import { median, overRounds, type Measured } from '../measure.ts';
import { hasStock, preparedTab, roundsOf, SIZES, type Bench, type Side } from './sides.ts';

const OPEN_BUDGET = 0.3;
const ROUNDS = 7;
const [, , LARGE] = SIZES;

interface Opened {
  /** milliseconds of the main thread */
  thread: number[];
  toPaint: number[];
  megabytes: number[];
}

/** Each time in a new document, so that no side has another time's compiled code. */
export async function benchOpening(bench: Bench): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const rows of SIZES) {
    const sides = (['ours', 'controls', 'inputs', 'stock'] as const).filter(
      (side) => side !== 'stock' || hasStock(rows, bench.stock),
    );
    const opened = new Map<Side, Opened>(
      sides.map((side) => [side, { thread: [], toPaint: [], megabytes: [] }]),
    );
    let values = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [side, { thread, toPaint, megabytes }] of opened) {
        if (round >= roundsOf(bench, side, rows, ROUNDS)) continue;
        const prepared = await preparedTab(bench, side, rows);
        values = prepared.values;
        const { tab } = prepared;
        const empty = await tab.heap();
        thread.push((await tab.costOf(async () => toPaint.push(await tab.open()))).thread);
        megabytes.push((await tab.heap()) - empty);
        await tab.close();
      }
    results.push(...verdicts(opened, rows, values));
  }
  return results;
}

function verdicts(opened: ReadonlyMap<Side, Opened>, rows: number, values: number): Measured[] {
  const [ours, controls, inputs] = [opened.get('ours'), opened.get('controls'), opened.get('inputs')];
  if (!ours || !controls || !inputs) throw new Error('no page was opened');
  const stock = opened.get('stock');
  const timesOf = ({ thread, toPaint }: Opened) =>
    `${median(thread).toFixed(0)} ms of the main thread, ${median(toPaint).toFixed(0)} to paint`;
  const against = (name: string, floor: Opened, budget: number | null): Measured => ({
    name: `opening ${values} values, over html ${name}`,
    ...overRounds(ours.thread, floor.thread),
    budget,
    stock: stock && median(stock.thread) / median(floor.thread),
    detail: `${timesOf(ours)}; html ${timesOf(floor)}`,
  });
  const held = ({ megabytes }: Opened) => median(megabytes);
  return [
    against('controls', controls, rows === LARGE ? OPEN_BUDGET : null),
    against('inputs', inputs, null),
    {
      name: `script memory of ${values} values, over html controls`,
      ...overRounds(ours.megabytes, controls.megabytes),
      budget: null,
      stock: stock && held(stock) / held(controls),
      detail: `${held(ours).toFixed(1)} MB; html ${held(controls).toFixed(1)} MB`,
    },
  ];
}
