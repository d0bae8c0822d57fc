/** Says on its last page which items of a report have characters that no font of it has. */
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import type { Flow } from './flow.ts';
import { hasCodePointName } from './fontRuns.ts';
import type { LayoutWorld } from './formPage.ts';
import type { ReportPage } from './report.types.ts';
import { reportWords } from './reportWords.ts';

export function flowUnprintable(world: LayoutWorld, flow: Flow, pages: readonly ReportPage[]): void {
  const { language } = world.options;
  const found = unprintableIn(pages).map((address) => nameOf(world, address));
  if (found.length === 0) return;
  flow.heading('', 2, [{ text: reportWords('unprintable', language) }]);
  flow.note([{ text: `${reportWords('unprintableNote', language)} ${found.join('; ')}` }]);
}

/** In the order of the report. */
const unprintableIn = (pages: readonly ReportPage[]): ItemAddress[] => [
  ...new Map(
    pages.flatMap(({ blocks }) =>
      blocks.flatMap(({ runs }) =>
        runs.flatMap(({ text, address }) =>
          address && hasCodePointName(text) ? [[addressKey(address), address] as const] : [],
        ),
      ),
    ),
  ).values(),
];

/** The label of the item, with the numbers of its rows. */
function nameOf({ catalogue, options }: LayoutWorld, { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress): string {
  const label = catalogue.items[itemId]?.label[options.language] ?? itemId;
  const rows = [rowNo, rowNo2, rowNo3].filter((number) => number > 0);
  return rows.length > 0 ? `${label} (${rows.join('.')})` : label;
}
