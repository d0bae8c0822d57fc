/** Lays out headings, texts and labelled rows from the top of a page downwards, page after page. */
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import type { Line } from './lines.ts';
import { points } from './formPage.ts';
import type { Area, Piece, ReportPage, TextBlock } from './report.types.ts';
import { allLines, heightOf, LINE_HEIGHT, placeLines, type TextStyle } from './setText.ts';
import type { TextWorld } from './tokens.ts';

const MARGIN = points(15);
const HEADER = points(9);
const GAP = points(1.2);
const LABEL_SHARE = 0.34;
const TEXT: TextStyle = { size: 8 };
const LABEL: TextStyle = { size: 7 };
const HEADINGS: readonly TextStyle[] = [
  { size: 14, bold: true },
  { size: 10, bold: true },
  { size: 8.5, bold: true },
];
/** Lines of text on the page of their heading. */
const MIN_LINES = 2;

export interface Flow {
  /** level 0 is the title of the report */
  heading: (box: string, level: number, pieces: readonly Piece[]) => void;
  /** words of the form */
  note: (pieces: readonly Piece[]) => void;
  text: (box: string, label: string, pieces: readonly Piece[]) => void;
  row: (box: string, label: readonly Piece[], pieces: readonly Piece[]) => void;
}

/** Writes to pages of a size; each begins with the heading. */
export function startFlow(
  world: TextWorld,
  size: Pick<ReportPage, 'width' | 'height'>,
  pageHeading: readonly Piece[],
  pages: ReportPage[],
): Flow {
  const area: Area = {
    x: MARGIN,
    y: MARGIN + HEADER,
    width: size.width - 2 * MARGIN,
    height: size.height - 2 * MARGIN - HEADER,
  };
  const bottom = area.y + area.height;
  let page: ReportPage | null = null;
  let y = bottom;

  /** The page with space for so much, at the end of the written text. */
  const pageFor = (height: number): ReportPage => {
    if (page && y + height <= bottom) return page;
    page = emptyPage(size);
    pages.push(page);
    const heading = allLines(world, pageHeading, area.width * 0.75, LABEL);
    const header = { x: area.x, y: MARGIN, width: area.width };
    page.blocks.push({ box: '', role: 'heading', runs: placeLines(heading, header, LABEL) });
    page.strokes.push(line(area, area.y - GAP));
    y = area.y;
    return page;
  };

  const write = (
    { role, box, label }: { role: TextBlock['role']; box: string; label?: string },
    lines: readonly Line[],
    column: Pick<Area, 'x' | 'width'>,
    style: TextStyle,
  ): void => {
    const height = style.size * LINE_HEIGHT;
    for (let rest = lines; rest.length > 0;) {
      const current = pageFor(height);
      const count = Math.max(1, Math.floor((bottom - y) / height));
      const now = rest.slice(0, count);
      const runs = placeLines(now, { ...column, y }, style);
      const used = heightOf(now, style.size);
      current.blocks.push({ box, role, runs });
      if (label !== undefined)
        current.spots.push({
          box,
          label,
          kind: 'box',
          x: area.x,
          y,
          width: area.width,
          height: used,
          addresses: addressesOf(runs),
        });
      y += used;
      rest = rest.slice(count);
    }
  };

  return {
    heading: (box, level, pieces) => {
      const style = HEADINGS[Math.min(level, HEADINGS.length - 1)] ?? TEXT;
      const lines = allLines(world, pieces, area.width, style);
      pageFor(heightOf(lines, style.size) + MIN_LINES * TEXT.size * LINE_HEIGHT + GAP);
      if (y > area.y) y += GAP;
      write({ role: 'heading', box }, lines, area, style);
      y += GAP / 2;
    },
    note: (pieces) => {
      write({ role: 'content', box: '' }, allLines(world, pieces, area.width, TEXT), area, TEXT);
      y += GAP;
    },
    text: (box, label, pieces) => {
      write({ role: 'content', box, label }, allLines(world, pieces, area.width, TEXT), area, TEXT);
      y += GAP;
    },
    row: (box, label, pieces) => {
      const left = { x: area.x, width: area.width * LABEL_SHARE - GAP };
      const right = { x: area.x + area.width * LABEL_SHARE, width: area.width * (1 - LABEL_SHARE) };
      const labels = allLines(world, label, left.width, LABEL);
      const values = allLines(world, pieces, right.width, TEXT);
      const current = pageFor(Math.max(heightOf(labels, LABEL.size), TEXT.size * LINE_HEIGHT));
      const top = y;
      current.blocks.push({ box, role: 'caption', runs: placeLines(labels, { ...left, y }, LABEL) });
      const words = label.map(({ text }) => text).join('');
      write({ role: 'content', box, label: words }, values, right, TEXT);
      if (page === current) y = Math.max(y, top + heightOf(labels, LABEL.size));
      y += GAP / 2;
      page?.strokes.push(line(area, y - GAP / 4));
    },
  };
}

/** The values that the runs print, each once. */
const addressesOf = (runs: readonly Piece[]): ItemAddress[] => [
  ...new Map(runs.flatMap(({ address }) => (address ? [[addressKey(address), address]] : []))).values(),
];

const line = ({ x, width }: Area, y: number) => ({ x1: x, y1: y, x2: x + width, y2: y });

export const emptyPage = ({ width, height }: Pick<ReportPage, 'width' | 'height'>): ReportPage => ({
  width,
  height,
  fills: [],
  strokes: [],
  ticks: [],
  blocks: [],
  spots: [],
  watermark: [],
});

/** Place of the page number where the report names none. */
export const numberArea = ({ width }: Pick<ReportPage, 'width'>): Area => ({
  x: MARGIN,
  y: MARGIN,
  width: width - 2 * MARGIN,
  height: HEADER,
});
