/** Lays out the page of a form: frames, captions, ticks, and as much of each content as its box holds. */
import type { CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type {
  Orientation,
  Position,
  Rectangle,
  ReportCell,
  ReportPart,
  ReportSlots,
  ReportTick,
} from '../../schemas/compile/reports.types.ts';
import { contentParts } from './namedItems.ts';
import { holds, joined, originOf, piecesOf, rowsToPrint, type ContentWorld } from './contentOf.ts';
import { isCurrent, type Recorded } from './reads.ts';
import type { Area, DrawnTick, Piece, ReportSpot, Stroke, TextBlock } from './report.types.ts';
import type { Line } from './lines.ts';
import { reportWords } from './reportWords.ts';
import {
  allLines,
  firstLines,
  heightOf,
  LINE_HEIGHT,
  placeLines,
  widestOf,
  type TextStyle,
} from './setText.ts';
import { tokensOf, type TextWorld, type Token } from './tokens.ts';

export type ReportBox = CatalogueReport['boxes'][number];

export interface LayoutWorld extends ContentWorld, TextWorld {}

/** What a box draws, and the content that it does not hold. */
export interface DrawnBox {
  fills: Area[];
  strokes: Stroke[];
  ticks: DrawnTick[];
  blocks: TextBlock[];
  spots: ReportSpot[];
  /** all of the content, if it is continued */
  continued: Piece[] | null;
}

const POINTS_PER_MM = 72 / 25.4;
export const points = (mm: number): number => mm * POINTS_PER_MM;

const areaOf = ([left, top, width, height]: Rectangle): Area => ({
  x: points(left),
  y: points(top),
  width: points(width),
  height: points(height),
});

const PADDING = points(0.8);
const CAPTION = 5.5;
const STEP = 0.5;
const TICK = points(2.5);
const DEFAULT_TEXT = { largest: 8, smallest: 6 };
/** Narrower boxes have no space for the long note. */
const NARROW = points(30);
const NOTE = 4.5;

const STYLES: Readonly<Record<NonNullable<ReportBox['kind']>, TextStyle>> = {
  field: { size: CAPTION },
  blank: { size: CAPTION },
  heading: { size: 9, bold: true },
  section: { size: 7.5, bold: true, align: 'center' },
};

/** Boxes as they were drawn, with all that was read for them. */
export type BoxCache = Map<ReportBox, Recorded<DrawnBox>>;

/**
 * The box at its rectangle; null if it has none at this orientation. A box in the cache is drawn again only if something
 * that it reads has changed.
 */
export function drawBox(
  world: LayoutWorld,
  box: ReportBox,
  orientation: Orientation,
  cache?: BoxCache,
): DrawnBox | null {
  const rectangle = box.at?.[orientation];
  if (!rectangle) return null;
  const known = cache?.get(box);
  if (known && isCurrent(known, world.scope.reader)) return known.result;
  const area = areaOf(rectangle);
  const drawn = world.recorder.record(() => drawAt(world, box, orientation, area));
  const addresses = drawn.reads.map(({ address }) => address);
  const spot: ReportSpot = { box: box.box, label: captionOf(world, box), kind: 'box', ...area, addresses };
  const ofForm = box.kind === 'heading' || box.kind === 'section';
  const spots = ofForm && addresses.length === 0 ? [] : [spot, ...drawn.result.spots];
  const recorded = { ...drawn, result: { ...drawn.result, spots } };
  cache?.set(box, recorded);
  return recorded.result;
}

function drawAt(world: LayoutWorld, box: ReportBox, orientation: Orientation, area: Area): DrawnBox {
  const caption = drawCaption(world, box, area);
  const slots = drawSlots(world, box, orientation);
  const ticks = [
    ...(box.ticks ?? []).map((tick) => drawTick(world, box, tick, orientation, area)),
    ...slots.ticks,
  ];
  const cells = (box.cells ?? []).map((cell) => drawCell(world, box, cell, orientation));
  const content = piecesOf(world, contentParts(world.report, world.catalogue.items, box));
  // slots leave no space for it
  const isElsewhere = box.continued === 'always' || box.slots !== undefined;
  const fitted = isElsewhere
    ? { blocks: [], continued: content.length > 0 ? content : null }
    : fit(world, box, content, below(area, caption.height));
  const inside = [...cells, slots];
  const continued = joined(
    [...inside, fitted].map((drawn) => drawn.continued ?? []),
    '\n',
  );
  return {
    fills: box.kind === 'section' && !box.frameless ? [area] : [],
    strokes: [...frameOf(box, area), ...inside.flatMap(({ strokes }) => strokes), ...ticks.flatMap(squareOf)],
    ticks: ticks.filter(({ isTicked }) => isTicked).map(({ tick }) => tick),
    blocks: [
      ...caption.blocks,
      ...ticks.map(({ block }) => block),
      ...inside.flatMap(({ blocks }) => blocks),
      ...fitted.blocks,
    ],
    spots: ticks.map(({ spot }) => spot),
    continued: continued.length > 0 ? continued : null,
  };
}

function frameOf({ frameless, open = [] }: ReportBox, area: Area): Stroke[] {
  if (frameless) return [];
  return frame(area).flatMap(({ side, stroke }) => (open.includes(side) ? [] : [stroke]));
}

function frame({ x, y, width, height }: Area) {
  const [right, bottom] = [x + width, y + height];
  return [
    { side: 'top' as const, stroke: { x1: x, y1: y, x2: right, y2: y } },
    { side: 'right' as const, stroke: { x1: right, y1: y, x2: right, y2: bottom } },
    { side: 'bottom' as const, stroke: { x1: x, y1: bottom, x2: right, y2: bottom } },
    { side: 'left' as const, stroke: { x1: x, y1: y, x2: x, y2: bottom } },
  ];
}

/** The words of the form in the box; headings stand in the middle of its height. */
function drawCaption(
  world: LayoutWorld,
  box: ReportBox,
  area: Area,
): { blocks: TextBlock[]; height: number } {
  const { kind = 'field', align } = box;
  if (kind === 'blank') return { blocks: [], height: PADDING };
  const style = { ...STYLES[kind], ...(align && { align }) };
  const text = captionOf(world, box);
  const width = area.width - 2 * PADDING;
  const lines = allLines(world, [{ text }], width, style);
  const height = heightOf(lines, style.size);
  const y = kind === 'field' ? area.y + PADDING / 2 : area.y + (area.height - height) / 2;
  const runs = placeLines(lines, { x: area.x + PADDING, y, width }, style);
  return {
    blocks: [{ box: box.box, role: kind === 'field' ? 'caption' : 'heading', runs }],
    height: height + PADDING,
  };
}

/** What names a box to the reader. */
export const captionOf = (
  { options: { language } }: ContentWorld,
  { box, label, caption }: ReportBox,
): string => caption?.[language] ?? `${box} ${label[language]}`;

const below = ({ x, y, width, height }: Area, taken: number): Area => ({
  x: x + PADDING,
  y: y + taken,
  width: width - 2 * PADDING,
  height: height - taken - PADDING / 2,
});

/**
 * The content at the largest size at which it fits, if possible without breaking a word; else the beginning at the
 * smallest size, and a note.
 */
function fit(
  world: LayoutWorld,
  { box, align }: Pick<ReportBox, 'box' | 'align'>,
  pieces: Piece[],
  area: Area,
): Pick<DrawnBox, 'blocks' | 'continued'> {
  if (pieces.length === 0) return { blocks: [], continued: null };
  const { largest, smallest } = world.report.text ?? DEFAULT_TEXT;
  const tokens = remembered(tokensOf(world, pieces, false));
  const block = (runs: TextBlock['runs']): TextBlock => ({ box, role: 'content', runs });
  const aligned = align ? { align } : {};
  const fitting: { size: number; lines: Line[]; isBroken: boolean }[] = [];
  for (let size = largest; size >= smallest && fitting.every(({ isBroken }) => isBroken); size -= STEP) {
    const max = Math.floor(area.height / (size * LINE_HEIGHT));
    const { lines, isCut } = firstLines(world, tokens(), { width: area.width, size, max });
    if (!isCut) fitting.push({ size, lines, isBroken: lines.some(({ isBroken }) => isBroken) });
  }
  const best = fitting.find(({ isBroken }) => !isBroken) ?? fitting[0];
  if (best)
    return {
      blocks: [block(placeLines(best.lines, area, { size: best.size, ...aligned }))],
      continued: null,
    };
  const { language } = world.options;
  const words = reportWords(area.width < NARROW ? 'continuedShort' : 'continued', language);
  const note = allLines(world, [{ text: words }], area.width, { size: NOTE });
  const noteHeight = heightOf(note, NOTE);
  const max = Math.max(0, Math.floor((area.height - noteHeight) / (smallest * LINE_HEIGHT)));
  const { lines } = firstLines(world, tokens(), { width: area.width, size: smallest, max });
  const y = area.y + heightOf(lines, smallest);
  return {
    blocks: [
      block(placeLines(lines, area, { size: smallest, ...aligned })),
      { box, role: 'caption', runs: placeLines(note, { ...area, y }, { size: NOTE, align: 'right' }) },
    ],
    continued: pieces,
  };
}

/** Reads tokens once, and again from memory for each smaller size. */
function remembered(source: Iterator<Token>): () => Generator<Token> {
  const known: Token[] = [];
  return function* tokens() {
    for (let index = 0; ; index += 1) {
      const next = known[index] ?? take();
      if (!next) return;
      yield next;
    }
  };
  function take(): Token | undefined {
    const { value, done } = source.next();
    if (done) return undefined;
    known.push(value);
    return value;
  }
}

function drawCell(
  world: LayoutWorld,
  { box }: ReportBox,
  { at, label, content = [], align = 'center' }: ReportCell,
  orientation: Orientation,
): Pick<DrawnBox, 'strokes' | 'blocks' | 'continued'> {
  const rectangle = at[orientation];
  if (!rectangle) return { strokes: [], blocks: [], continued: null };
  const area = areaOf(rectangle);
  const style: TextStyle = { size: 5, align: 'center' };
  const caption = label ? allLines(world, [{ text: label[world.options.language] }], area.width, style) : [];
  const height = heightOf(caption, style.size);
  const { blocks, continued } = fit(world, { box, align }, piecesOf(world, content), {
    ...area,
    y: area.y + height + PADDING,
    height: area.height - height - PADDING,
  });
  return {
    strokes: label || content.length === 0 ? frame(area).map(({ stroke }) => stroke) : [],
    blocks: [
      ...(caption.length > 0
        ? [{ box, role: 'caption' as const, runs: placeLines(caption, area, style) }]
        : []),
      ...blocks,
    ],
    continued,
  };
}

interface DrawnSlots extends Pick<DrawnBox, 'strokes' | 'blocks' | 'continued'> {
  ticks: LabelledTick[];
}

/** For the number of a row. */
const NUMBER_WIDTH = points(5);

/** The first rows, each in its slot. */
function drawSlots(world: LayoutWorld, box: ReportBox, orientation: Orientation): DrawnSlots {
  const { slots } = box;
  if (!slots) return { strokes: [], blocks: [], ticks: [], continued: null };
  const rows = rowsToPrint(world, slots.rows);
  const areas = (slots.at[orientation] ?? []).map(areaOf);
  const drawn = areas.map((area, index) => {
    const row = rows[index];
    const x = area.x + NUMBER_WIDTH;
    const place = {
      x,
      y: area.y + PADDING / 2,
      width: area.x + area.width - PADDING - x,
      height: area.height - PADDING,
    };
    const number = allLines(world, [{ text: `#${index + 1}` }], NUMBER_WIDTH, { size: CAPTION });
    const caption = placeLines(number, { ...place, x: area.x + PADDING }, { size: CAPTION });
    return {
      fitted: fit(world, box, row ? piecesOf(row, slots.parts) : [], place),
      caption: { box: box.box, role: 'caption' as const, runs: caption },
      ticks: (slots.ticks ?? []).map((tick) =>
        drawTick(row ?? world, box, row ? tick : unticked(tick), orientation, area, area),
      ),
    };
  });
  const isWhole = rows.length <= areas.length && drawn.every(({ fitted }) => !fitted.continued);
  const all = isWhole ? [] : piecesOf(world, [allRows(slots)]);
  return {
    strokes: areas.flatMap((area) => frame(area).map(({ stroke }) => stroke)),
    blocks: drawn.flatMap(({ caption, fitted }) => [caption, ...fitted.blocks]),
    ticks: drawn.flatMap(({ ticks }) => ticks),
    continued: all.length > 0 ? all : null,
  };
}

/** All rows with their numbers and the words of their ticks. */
const allRows = ({ rows, parts, ticks = [] }: ReportSlots): ReportPart => ({
  rows,
  parts: [
    { number: true, prefix: '#', suffix: ')' },
    ...parts,
    ...ticks.flatMap(({ label, when }) => (when === undefined ? [] : [{ words: label, when }])),
  ],
});

const unticked = ({ label, at }: ReportTick): ReportTick => ({ label, at });

interface LabelledTick {
  tick: DrawnTick;
  isTicked: boolean;
  /** the mark and the label, which are read together */
  block: TextBlock;
  spot: ReportSpot;
}

function drawTick(
  world: LayoutWorld,
  { box }: ReportBox,
  { at, label, when, fact }: ReportTick,
  orientation: Orientation,
  area: Area,
  origin: Pick<Area, 'x' | 'y'> = { x: 0, y: 0 },
): LabelledTick {
  const [left, top] = at[orientation] ?? ([0, 0] satisfies Position);
  const tick = { box, x: origin.x + points(left), y: origin.y + points(top), size: TICK };
  const condition = originOf(world, () => holds(world, when));
  const isTicked =
    (fact === undefined || world.facts[fact] !== '') &&
    (when !== undefined || fact !== undefined) &&
    condition.result;
  const x = tick.x + TICK + PADDING;
  const style = { size: CAPTION };
  const words = label[world.options.language];
  const width = area.x + area.width - x - PADDING;
  const lines = allLines(world, [{ text: words }], width, style);
  const mark = isTicked
    ? placeLines(
        allLines(world, [{ text: 'X' }], TICK, { size: 7, bold: true }),
        { x: tick.x, y: tick.y - 0.6, width: TICK },
        { size: 7, bold: true, align: 'center' },
      )
    : [];
  const runs = [...mark, ...placeLines(lines, { x, y: tick.y + 0.3, width: area.width }, style)];
  const height = Math.max(TICK, heightOf(lines, CAPTION));
  const spot: ReportSpot = {
    box,
    label: words,
    kind: 'tick',
    x: tick.x,
    y: tick.y,
    width: x + widestOf(lines) * CAPTION - tick.x,
    height,
    addresses: condition.address ? [condition.address] : [],
  };
  return { tick, isTicked, block: { box, role: 'caption', runs }, spot };
}

const squareOf = ({ tick: { x, y, size } }: LabelledTick): Stroke[] =>
  frame({ x, y, width: size, height: size }).map(({ stroke }) => stroke);
