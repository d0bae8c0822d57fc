/** Items that name a box in their own file and that no part of the report prints: one line each. */
import type { CatalogueItem, CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { ReportPart, ReportTick } from '../../schemas/compile/reports.types.ts';

/** The content of a box: its parts, and the items that name the box and are printed nowhere else. */
export function contentParts(
  report: CatalogueReport,
  items: Record<string, CatalogueItem>,
  box: CatalogueReport['boxes'][number],
): ReportPart[] {
  const printed = printedItems(report);
  const added = box.items.flatMap((itemId) => {
    const item = items[itemId];
    return item && !printed.has(itemId) ? [labelled(item)] : [];
  });
  const own = box.content ?? [];
  if (added.length === 0) return own;
  return [{ parts: own.length > 0 ? [{ parts: own }, ...added] : added, separator: '\n' }];
}

/** The label and the value, in each row of the item. */
const labelled = ({ itemId, label, groups, unitItem }: CatalogueItem): ReportPart => {
  const value: ReportPart = {
    prefix: { en: `${label.en}: `, ko: `${label.ko}: `, ja: `${label.ja}：`, zh: `${label.zh}：` },
    parts: [{ item: itemId }, ...(unitItem === null ? [] : [{ item: unitItem }])],
  };
  return groups.reduceRight<ReportPart>((inner, rows) => ({ rows, parts: [inner] }), value);
};

const known = new WeakMap<CatalogueReport, ReadonlySet<string>>();

/** Items that a part or a tick of the report prints. */
function printedItems(report: CatalogueReport): ReadonlySet<string> {
  const found = known.get(report) ?? new Set(report.boxes.flatMap(itemsOfBox));
  known.set(report, found);
  return found;
}

const LITERAL = /"([^"]+)"/g;

const itemsOfBox = ({
  content = [],
  cells = [],
  ticks = [],
  slots,
}: CatalogueReport['boxes'][number]): string[] => [
  ...content.flatMap(itemsOfPart),
  ...(slots ? [...slots.parts.flatMap(itemsOfPart), ...(slots.ticks ?? []).flatMap(itemsOfTick)] : []),
  ...cells.flatMap((cell) => (cell.content ?? []).flatMap(itemsOfPart)),
  ...ticks.flatMap(itemsOfTick),
];

const itemsOfTick = ({ when }: ReportTick): string[] => literalsIn(when);

const literalsIn = (expression = ''): string[] =>
  [...expression.matchAll(LITERAL)].flatMap(([, name]) => name ?? []);

/** Words with a condition print the item that it reads, e.g. a yes. */
const itemsOfPart = ({ item, value, words, when, parts = [] }: ReportPart): string[] => [
  ...(item === undefined ? [] : [item]),
  ...literalsIn(value),
  ...(words ? literalsIn(when) : []),
  ...parts.flatMap(itemsOfPart),
];
