/** The places of a page that lead to fields: its boxes and ticks, and each value that they print. Pure. */
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ReportPage, ReportSpot, TextBlock, TextRun } from '../../shared/reports/report.types.ts';

export interface HotSpot {
  key: string;
  kind: 'box' | 'tick' | 'value';
  /** caption of the box or tick; of a value the text that is printed */
  label: string;
  /** the printed text */
  text: string;
  /** the field that it leads to */
  address: ItemAddress;
  /** keys of all values that were read for it, and of those that it prints */
  reads: ReadonlySet<string>;
  prints: ReadonlySet<string>;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const ASCENT = 0.95;
const LINE_HEIGHT = 1.2;

const known = new WeakMap<ReportSpot, { content: string; spots: HotSpot[] }>();

/** The hot spots in reading order, each box before what is in it. Places without any value of the case have none. */
export const hotSpotsOf = ({ spots, blocks }: ReportPage): HotSpot[] => {
  const byBox = Map.groupBy(
    blocks.filter(({ role }) => role === 'content'),
    ({ box }) => box,
  );
  return spots.flatMap((spot, index) => spotsOf(spot, index, byBox.get(spot.box) ?? []));
};

function spotsOf(spot: ReportSpot, index: number, blocks: readonly TextBlock[]): HotSpot[] {
  const runs = blocks.flatMap((block) => block.runs.filter((run) => contains(spot, run)));
  const content = `${index} ${runs.map(({ x, y, text }) => `${x} ${y} ${text}`).join('|')}`;
  const before = known.get(spot);
  if (before?.content === content) return before.spots;
  const found = newSpots(spot, index, runs);
  known.set(spot, { content, spots: found });
  return found;
}

function newSpots(spot: ReportSpot, index: number, runs: readonly TextRun[]): HotSpot[] {
  const { box, label, kind, addresses, x, y, width, height } = spot;
  const printed = kind === 'tick' ? [] : runsByAddress(runs);
  const address = printed[0]?.address ?? addresses[0];
  if (!address) return [];
  const whole: HotSpot = {
    key: `${index} ${box}`,
    kind,
    label,
    text: readText(runs),
    address,
    reads: new Set(addresses.map(addressKey)),
    prints: new Set(kind === 'tick' ? addresses.map(addressKey) : printed.map((one) => one.key)),
    x,
    y,
    width,
    height,
  };
  return [
    whole,
    ...printed.map(({ key, address: at, runs: own }): HotSpot => ({
      key: `${index} ${box} ${key}`,
      kind: 'value',
      label,
      text: readText(own),
      address: at,
      reads: new Set([key]),
      prints: new Set([key]),
      ...around(own),
    })),
  ];
}

/** The runs as they are read: the end of a line is a space. */
const readText = (runs: readonly TextRun[]): string =>
  runs
    .map(({ text, y }, index) => (index > 0 && runs[index - 1]?.y !== y ? ` ${text}` : text))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The runs that print a value, by value. */
function runsByAddress(runs: readonly TextRun[]) {
  const byKey = Map.groupBy(
    runs.flatMap((run) => (run.address ? [{ run, address: run.address }] : [])),
    ({ address }) => addressKey(address),
  );
  return [...byKey].flatMap(([key, [first, ...rest]]) =>
    first ? [{ key, address: first.address, runs: [first, ...rest].map(({ run }) => run) }] : [],
  );
}

const contains = ({ x, y, width, height }: Area, run: TextRun): boolean =>
  run.x >= x - 1 && run.x <= x + width && run.y >= y && run.y <= y + height;

/** The smallest area around the runs. */
function around(runs: readonly TextRun[]): Area {
  const left = Math.min(...runs.map(({ x }) => x));
  const top = Math.min(...runs.map(({ y, size }) => y - ASCENT * size));
  const right = Math.max(...runs.map(({ x, width }) => x + width));
  const bottom = Math.max(...runs.map(({ y, size }) => y + (LINE_HEIGHT - ASCENT) * size));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The keys of the spots that a value lights: those that print it, else those that read it. */
export function litSpots(spots: readonly HotSpot[], key: string | null): ReadonlySet<string> {
  if (key === null) return new Set();
  const printing = spots.filter(({ prints }) => prints.has(key));
  const lit = printing.length > 0 ? printing : spots.filter(({ reads }) => reads.has(key));
  return new Set(lit.map((spot) => spot.key));
}

/** The first page that prints a value, else the first that reads it; null: no page does. */
export function pageOf(pages: readonly ReportPage[], key: string): number | null {
  const hasRun = ({ blocks }: ReportPage): boolean =>
    blocks.some(({ runs }) => runs.some(({ address }) => address && addressKey(address) === key));
  const reads = ({ spots }: ReportPage): boolean =>
    spots.some(({ addresses }) => addresses.some((address) => addressKey(address) === key));
  const printing = pages.findIndex(hasRun);
  const found = printing >= 0 ? printing : pages.findIndex(reads);
  return found < 0 ? null : found;
}
