/** Which text of a file is in which box of a form: by the rectangles of its sheet, and by the headings of further pages. */
import type { CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { Orientation, Rectangle, ReportPart, ReportTick } from '../../schemas/compile/reports.types.ts';
import { contentParts } from '../reports/namedItems.ts';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Area, ReportLanguage } from '../reports/report.types.ts';
import { reportWords } from '../reports/reportWords.ts';
import type { FormSpot, Sheet, SheetText, UnreadText } from './sheet.types.ts';
import { aroundLines, linesOf, textOfLines, type TextLine } from './textLines.ts';

type Box = CatalogueReport['boxes'][number];

interface BoxText {
  box: Box;
  parts: readonly ReportPart[];
  text: string;
  spots: readonly FormSpot[];
}

interface CheckedTick {
  box: Box;
  tick: ReportTick;
  spot: FormSpot;
}

export interface FormTexts {
  language: ReportLanguage;
  texts: BoxText[];
  ticks: CheckedTick[];
  /** outside of every box that has a content */
  others: UnreadText[];
}

const POINTS_PER_MM = 72 / 25.4;
const LANGUAGES: readonly ReportLanguage[] = ['en', 'ko', 'ja', 'zh'];
/** captions by which a form is recognised, unless its fields are filled in */
const MIN_CAPTIONS = 5;
const TICK = 2.5 * POINTS_PER_MM;
/** what a tick of another program may be off */
const TICK_TOLERANCE = 1.6 * POINTS_PER_MM;
const TICK_MARK = /^[xX✓✔☒☑×■●]$/;
/** margin and heading of further pages */
const HEAD_OF_PAGE = 24 * POINTS_PER_MM;
/** words across the page */
const WATERMARK_SIZE = 30;

const areaOf = ([left, top, width, height]: Rectangle): Area => ({
  x: left * POINTS_PER_MM,
  y: top * POINTS_PER_MM,
  width: width * POINTS_PER_MM,
  height: height * POINTS_PER_MM,
});

const holdsPoint = ({ x, y, width, height }: Area, at: { x: number; y: number }): boolean =>
  at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;

const middleOf = ({ x, y, width, size }: SheetText) => ({ x: x + width / 2, y: y - size * 0.35 });

/** Letters and digits, whatever their case: what is the same in every print of a form. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The texts of the boxes of a report; null: the file is no such form. */
export function formTexts(
  report: CatalogueReport,
  items: Record<string, CatalogueItem>,
  sheets: readonly Sheet[],
): FormTexts | null {
  const [form, ...rest] = sheets;
  if (!form) return null;
  const language = languageOf(report, form);
  if (language === null) return null;
  const orientation: Orientation = form.width > form.height ? 'landscape' : 'portrait';
  const further = furtherTexts(report, items, language, rest);
  const continued = new Set(further.texts.map(({ box }) => box));
  const onForm = boxTexts(report, items, { language, orientation, form });
  return {
    language,
    texts: [...onForm.texts.filter(({ box }) => !continued.has(box)), ...further.texts],
    // what a box has on a further page is more than its ticks
    ticks: onForm.ticks.filter(({ box }) => !continued.has(box)),
    others: [...onForm.others, ...further.others],
  };
}

const captionOf = ({ box, caption, label }: Box, language: ReportLanguage): string =>
  caption?.[language] ?? `${box} ${label[language]}`;

/** The language that most captions are in; null: too few are there. */
function languageOf(report: CatalogueReport, form: Sheet): ReportLanguage | null {
  const text = bare(
    linesOf(form.texts)
      .map((line) => line.text)
      .join(''),
  );
  const counts = LANGUAGES.map((language) => ({
    language,
    count: report.boxes.filter((box) => box.at && text.includes(bare(captionOf(box, language)))).length,
  })).toSorted((a, b) => b.count - a.count);
  const [best] = counts;
  if (best && best.count >= MIN_CAPTIONS) return best.language;
  // the words of the published form are a picture
  const isFilledIn = form.isPicture === true && (form.texts.length > 0 || form.checks.length > 0);
  return isFilledIn ? 'en' : null;
}

interface FormPage {
  language: ReportLanguage;
  orientation: Orientation;
  form: Sheet;
}

interface Region {
  box: Box;
  area: Area;
  parts: readonly ReportPart[];
  words: string;
}

function boxTexts(
  report: CatalogueReport,
  items: Record<string, CatalogueItem>,
  { language, orientation, form }: FormPage,
): Pick<FormTexts, 'texts' | 'ticks' | 'others'> {
  const regions = report.boxes.flatMap((box): Region[] => {
    const at = box.at?.[orientation];
    if (!at) return [];
    const cells = (box.cells ?? []).flatMap((cell): Region[] => {
      const place = cell.at[orientation];
      const words = cell.label?.[language] ?? '';
      return place ? [{ box, area: areaOf(place), parts: cell.content ?? [], words }] : [];
    });
    const parts = box.continued === 'always' ? [] : contentParts(report, items, box);
    const words = box.kind === 'blank' ? '' : captionOf(box, language);
    return [...cells, { box, area: areaOf(at), parts, words }];
  });
  const ticks = checkedTicks(report, form, orientation);
  const inRegions = Map.groupBy(
    form.texts.filter(({ size }) => size < WATERMARK_SIZE),
    (text) => regions.find(({ area }) => holdsPoint(area, middleOf(text))),
  );
  const found = regions.map((region) => ({
    region,
    lines: withoutWords(linesOf(inRegions.get(region) ?? []), region, language),
  }));
  const texts = found.flatMap(({ region: { box, area, parts }, lines }): BoxText[] => {
    if (lines.length === 0 || parts.length === 0) return [];
    const text = textOfLines(lines, area.x + area.width - POINTS_PER_MM);
    return [{ box, parts, text, spots: [{ page: 1, ...area }] }];
  });
  const others = [
    ...found.flatMap(({ region: { box, parts, words }, lines }) =>
      parts.length > 0 || (box.ticks ?? []).length > 0 || words === '' || box.kind === 'blank'
        ? []
        : lines.map((line) => ({ box: box.box, text: line.text, page: 1 })),
    ),
    ...linesOf(inRegions.get(undefined) ?? []).map((line) => ({ box: '', text: line.text, page: 1 })),
  ];
  return { texts, ticks, others };
}

const continuedWords = (language: ReportLanguage): string[] =>
  (['continued', 'continuedShort'] as const).map((key) => bare(reportWords(key, language)));

/** The lines of a region without its caption, and without the note that its content is continued. */
function withoutWords(lines: readonly TextLine[], { words }: Region, language: ReportLanguage): TextLine[] {
  const caption = bare(words);
  const ofCaption = lines.findIndex(({ text }) => !isPartOf(caption, text));
  const notes = continuedWords(language);
  return (ofCaption === -1 ? [] : lines.slice(ofCaption)).filter(({ text }) => !notes.includes(bare(text)));
}

const isPartOf = (caption: string, line: string): boolean => {
  const letters = bare(line);
  return letters === '' || (caption.includes(letters) && (letters.length > 1 || caption.length === 1));
};

function checkedTicks(report: CatalogueReport, form: Sheet, orientation: Orientation): CheckedTick[] {
  const marks = form.texts.filter(({ text }) => TICK_MARK.test(text.trim())).map(middleOf);
  const checks = form.checks.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  return report.boxes.flatMap((box) =>
    (box.ticks ?? []).flatMap((tick): CheckedTick[] => {
      const [left, top] = tick.at[orientation] ?? [];
      if (left === undefined || top === undefined) return [];
      const square = { x: left * POINTS_PER_MM, y: top * POINTS_PER_MM, width: TICK, height: TICK };
      const around = {
        x: square.x - TICK_TOLERANCE,
        y: square.y - TICK_TOLERANCE,
        width: TICK + 2 * TICK_TOLERANCE,
        height: TICK + 2 * TICK_TOLERANCE,
      };
      const isChecked = [...marks, ...checks].some((at) => holdsPoint(around, at));
      return isChecked ? [{ box, tick, spot: { page: 1, ...square } }] : [];
    }),
  );
}

interface FurtherBox {
  box: Box;
  blocks: { page: number; lines: TextLine[]; right: number }[];
}

/** A line below the head of a further page. */
interface FurtherLine {
  line: TextLine;
  page: number;
  /** of what the page may hold, in points */
  right: number;
}

const furtherLines = (sheets: readonly Sheet[]): FurtherLine[] =>
  sheets.flatMap((sheet, index) => {
    const right = sheet.width - 15 * POINTS_PER_MM;
    const texts = sheet.texts.filter(({ y, size }) => y > HEAD_OF_PAGE && size < WATERMARK_SIZE);
    return linesOf(texts).map((line) => ({ line, page: index + 2, right }));
  });

/** Boxes that are continued, each below its caption. */
function furtherTexts(
  report: CatalogueReport,
  items: Record<string, CatalogueItem>,
  language: ReportLanguage,
  sheets: readonly Sheet[],
): Pick<FormTexts, 'texts' | 'others'> {
  const partBegunBy = partsByHeading(report, language);
  const found: FurtherBox[] = [];
  const others: UnreadText[] = [];
  let current: FurtherBox | 'supplement' | null = null;
  for (const further of furtherLines(sheets)) {
    const { text } = further.line;
    const begun = partBegunBy(bare(text));
    if (begun) current = begun;
    if (begun && begun !== 'supplement') found.push(begun);
    if (begun || current === 'supplement') continue;
    if (current) addLine(current, further);
    else others.push({ box: '', text, page: further.page });
  }
  return { texts: found.flatMap((one) => furtherText(report, items, one)), others };
}

/** Tells what a line begins, by its letters: a box that is continued, or what is printed behind the form; null: nothing. */
function partsByHeading(
  report: CatalogueReport,
  language: ReportLanguage,
): (letters: string) => FurtherBox | 'supplement' | null {
  const captions = report.boxes
    .map((box) => ({ box, caption: bare(captionOf(box, language)) }))
    .filter(({ caption }) => caption !== '');
  const supplements = (['findings', 'audit'] as const).map((kind) => bare(reportWords(kind, language)));
  return (letters) => {
    const heading = captions.find(({ caption }) => isHeading(letters, caption));
    if (heading) return { box: heading.box, blocks: [] };
    return supplements.some((words) => letters.startsWith(words)) ? 'supplement' : null;
  };
}

function addLine({ blocks }: FurtherBox, { line, page, right }: FurtherLine): void {
  const block = blocks.at(-1);
  if (block?.page === page) block.lines.push(line);
  else blocks.push({ page, lines: [line], right });
}

const isHeading = (letters: string, caption: string): boolean =>
  letters === caption || letters === `${caption}continued` || letters === `${caption}cont`;

function furtherText(
  report: CatalogueReport,
  items: Record<string, CatalogueItem>,
  { box, blocks }: FurtherBox,
): BoxText[] {
  if (blocks.length === 0) return [];
  const cells = (box.cells ?? []).flatMap(({ content = [] }) => content);
  const content = contentParts(report, items, box);
  const parts = cells.length > 0 ? [{ parts: [...cells, ...content], separator: '\n' }] : content;
  return [
    {
      box,
      parts,
      text: blocks.map(({ lines, right }) => textOfLines(lines, right)).join('\n'),
      spots: blocks.map(({ page, lines }) => ({ page, ...aroundLines(lines) })),
    },
  ];
}
