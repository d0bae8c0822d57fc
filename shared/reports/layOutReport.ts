/** Lays out a report: descriptor, catalogue, case and options become pages of plain data. */
import { A4, type Orientation } from '../../schemas/compile/reports.types.ts';
import { filterItems } from '../case/caseContent.ts';
import { contentToSend } from '../derived/wholeCase.ts';
import { maskContent } from '../masking/maskContent.ts';
import { flowCatalogue } from './catalogueFlow.ts';
import { contentWorld, holds, piecesOf } from './contentOf.ts';
import { emptyPage, numberArea, startFlow, type Flow } from './flow.ts';
import { caseFamily } from './fontRuns.ts';
import { captionOf, drawBox, points, type BoxCache, type LayoutWorld } from './formPage.ts';
import { contentParts } from './namedItems.ts';
import { orientationsOf } from './orientations.ts';
import type {
  FontMetrics,
  LaidOutReport,
  Piece,
  ReportOptions,
  ReportPage,
  ReportSubject,
  ReportSupplement,
  TextRun,
} from './report.types.ts';
import { reportWords } from './reportWords.ts';
import { flowUnprintable } from './unprintable.ts';
import { allLines, LINE_HEIGHT, placeLines, type TextStyle } from './setText.ts';

/** Boxes of the layout before. */
export interface LayoutCache {
  boxes: BoxCache;
  /** what boxes depend on besides the values that they read */
  basis: string;
}

export const emptyCache = (): LayoutCache => ({ boxes: new Map(), basis: '' });

/**
 * With a cache, boxes that read nothing that has changed are the same objects as in the layout before. A cache belongs to
 * one report, its options, code lists and terms: only the case may change.
 */
export function layOutReport(
  subject: ReportSubject,
  options: ReportOptions,
  fonts: FontMetrics,
  cache?: LayoutCache,
): LaidOutReport {
  const { report } = subject;
  const orientation = orientationOf(report, options.orientation);
  const world = layoutWorld(subject, { ...options, orientation }, fonts);
  if (cache) keepBasis(cache, world);
  const [width, height] = (report.sheets?.[orientation] ?? A4[orientation]).map(points);
  const size = { width: width ?? 0, height: height ?? 0 };
  const pages: ReportPage[] = [];
  const continued = drawForm(world, size, pages, cache?.boxes);
  const sheets = pages.length;
  flowRest(world, size, { pages, continued, supplements: subject.supplements ?? [] });
  if (pages.length === 0) pages.push(emptyPage(size));
  const watermark = watermarkOf(world, size);
  for (const [index, page] of pages.entries()) {
    page.watermark = watermark;
    numberPage(world, page, { number: index + 1, of: pages.length, isForm: index < sheets });
  }
  const { roles } = world.catalogue;
  const number = world.scope.reader.item(roles['caseNumber'] ?? '', [])?.value;
  return { title: number ?? report.label[options.language], language: options.language, pages };
}

/** A form that exists at one orientation only is drawn at that one. */
function orientationOf(report: LayoutWorld['report'], wanted: Orientation): Orientation {
  const existing = orientationsOf(report);
  return existing.includes(wanted) ? wanted : (existing[0] ?? wanted);
}

function keepBasis(cache: LayoutCache, { facts, han }: LayoutWorld): void {
  const basis = JSON.stringify([facts, han]);
  if (cache.basis !== basis) cache.boxes.clear();
  cache.basis = basis;
}

/** Without what is hidden from readers, and without what is not sent while hidden. */
function layoutWorld(subject: ReportSubject, options: ReportOptions, fonts: FontMetrics): LayoutWorld {
  const { catalogue } = subject;
  const seen = options.unblinded
    ? subject.content
    : filterItems(subject.content, (itemId) => catalogue.items[itemId]?.blinded !== true);
  const content = contentToSend(catalogue, catalogue, maskContent(catalogue, seen, options.masked, 'form'));
  const texts = content.values.flatMap(({ value }) => value ?? []);
  return {
    ...contentWorld({ ...subject, content }, options),
    fonts,
    han: caseFamily(texts, options.language),
  };
}

interface ContinuedBox {
  box: LayoutWorld['report']['boxes'][number];
  content: Piece[];
}

type Size = Pick<ReportPage, 'width' | 'height'>;

/** The boxes with a rectangle, on the sheets of the form; the contents that they do not hold, in the order of the boxes. */
function drawForm(
  world: LayoutWorld,
  size: Size,
  pages: ReportPage[],
  cache: BoxCache | undefined,
): ContinuedBox[] {
  const { report, options, catalogue } = world;
  const sheetOf = (number: number): ReportPage => {
    const known = pages[number - 1];
    if (known) return known;
    pages.push(emptyPage(size));
    return sheetOf(number);
  };
  return report.boxes.flatMap((box): ContinuedBox[] => {
    const drawn = drawBox(world, box, options.orientation, cache);
    if (!drawn) {
      const content = piecesOf(world, contentParts(report, catalogue.items, box));
      return content.length > 0 ? [{ box, content }] : [];
    }
    const page = sheetOf(box.page ?? 1);
    page.fills.push(...drawn.fills);
    page.strokes.push(...drawn.strokes);
    page.ticks.push(...drawn.ticks);
    page.blocks.push(...drawn.blocks);
    page.spots.push(...drawn.spots);
    return drawn.continued ? [{ box, content: drawn.continued }] : [];
  });
}

/** Continued boxes below their captions; without a form, every box as a row of a table. */
function flowRest(
  world: LayoutWorld,
  size: Size,
  {
    pages,
    continued,
    supplements,
  }: { pages: ReportPage[]; continued: ContinuedBox[]; supplements: readonly ReportSupplement[] },
): void {
  const { report, options } = world;
  const isForm = pages.length > 0;
  const flow = startFlow(world, size, piecesOf(world, report.pageHeading ?? []), pages);
  if (isForm)
    for (const { box, content } of continued) {
      flow.heading(box.box, 2, [{ text: captionOf(world, box) }]);
      flow.text(box.box, captionOf(world, box), content);
    }
  else {
    flow.heading('', 0, [{ text: report.label[options.language] }]);
    if (report.note) flow.note([{ text: report.note[options.language] }]);
    flowTable(world, flow, continued);
  }
  if (report.catalogue) flowCatalogue(world, flow);
  for (const supplement of supplements) flowSupplement(world, flow, supplement);
  flowUnprintable(world, flow, pages);
}

function flowSupplement({ options }: LayoutWorld, flow: Flow, { kind, note, lines }: ReportSupplement): void {
  const title = reportWords(kind, options.language);
  flow.heading(kind, 1, [{ text: note === undefined ? title : `${title} (${note})` }]);
  if (lines.length === 0) flow.note([{ text: reportWords('none', options.language) }]);
  for (const { label, text } of lines) flow.row(kind, [{ text: label }], [{ text }]);
}

/** Each box as a row, below the section that it belongs to. */
function flowTable(world: LayoutWorld, flow: Flow, filled: readonly ContinuedBox[]): void {
  const contents = new Map(filled.map(({ box, content }) => [box, content]));
  let section: LayoutWorld['report']['boxes'][number] | null = null;
  for (const box of world.report.boxes) {
    const content = contents.get(box);
    if (box.kind === 'section') section = box;
    else if (content) {
      if (section) flow.heading(section.box, 1, [{ text: captionOf(world, section) }]);
      section = null;
      flow.row(box.box, [{ text: captionOf(world, box) }], content);
    }
  }
}

const NUMBER: TextStyle = { size: 7, align: 'right' };

function numberPage(
  world: LayoutWorld,
  page: ReportPage,
  { number, of: count, isForm }: { number: number; of: number; isForm: boolean },
): void {
  const { report, options } = world;
  const place = isForm ? report.pageNumber?.[options.orientation] : undefined;
  const [x = 0, y = 0, width = 0, height = 0] = (place ?? []).map(points);
  const middle = y + (height - NUMBER.size * LINE_HEIGHT) / 2;
  const area = place ? { x, y: middle, width: width - points(2) } : numberArea(page);
  const text = reportWords('page', options.language, { page: number, pages: count });
  const lines = allLines(world, [{ text }], area.width, NUMBER);
  page.blocks.push({ box: '', role: 'page', runs: placeLines(lines, area, NUMBER) });
}

const WATERMARK_SIZE = 60;

function watermarkOf(world: LayoutWorld, { width, height }: Size): TextRun[] {
  const { language, isTest = false } = world.options;
  const found = world.report.watermarks?.find(({ when }) => holds(world, when))?.words[language];
  const words = [...(isTest ? [reportWords('test', language)] : []), ...(found ? [found] : [])].join(' ');
  if (words === '') return [];
  const style: TextStyle = { size: WATERMARK_SIZE, bold: true, align: 'center' };
  const lines = allLines(world, [{ text: words }], width, style);
  return placeLines(lines, { x: 0, y: height / 2 - WATERMARK_SIZE, width }, style);
}
