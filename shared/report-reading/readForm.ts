/** Reads a printed form: what its boxes have becomes proposed values of a case; the rest is unread text. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { ZonedNow } from '../dates/zonedDay.ts';
import { cheapestPath } from './automaton.ts';
import { captureTree } from './captures.ts';
import { formTexts } from './formTexts.ts';
import { impliedValue } from './impliedValue.ts';
import { partsAutomaton } from './partsAutomaton.ts';
import { placing } from './placing.ts';
import type { FormReading, Sheet, UnreadText } from './sheet.types.ts';

export interface FormWorld {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  now: ZonedNow;
  newUuid: () => string;
}

/** Characters of one box. More of them than a narrative has are not of a form. */
const MAX_BOX = 150_000;

/** Null: the sheets are no form of this report. */
export function readForm(
  { catalogue, codeLists, now, newUuid }: FormWorld,
  reportId: string,
  sheets: readonly Sheet[],
): FormReading | null {
  const report = catalogue.reports[reportId];
  const found = report && formTexts(report, catalogue.items, sheets);
  if (!report || !found) return null;
  const { language, texts, ticks, others } = found;
  const world = { items: catalogue.items, codeLists, language, now };
  const placed = placing(catalogue, report, newUuid);
  const unread: UnreadText[] = [];
  for (const { box, parts, text, spots } of texts) {
    const page = spots[0]?.page ?? 1;
    const marks = text.length > MAX_BOX ? null : cheapestPath(partsAutomaton(world, report, parts), text);
    if (!marks) {
      unread.push({ box: box.box, text, page });
      continue;
    }
    const tree = captureTree(marks, text);
    unread.push(...placed.add(tree, { box: box.box, spots }));
    unread.push(...tree.unread.map((words) => ({ box: box.box, text: words, page })));
  }
  for (const { box, tick, spot } of ticks) {
    const implied = impliedValue(tick.when);
    const label = tick.label[language];
    if (implied) placed.addTick(implied, { box: box.box, text: label, spots: [spot] });
    else if (tick.when !== undefined) unread.push({ box: box.box, text: `☒ ${label}`, page: spot.page });
  }
  const whole = placed.end();
  return { ...whole, unread: [...unread, ...whole.unread, ...others] };
}
