/** Sets pieces as lines of positioned runs. */
import { linesOf, type Line } from './lines.ts';
import type { Piece, TextRun } from './report.types.ts';
import { tokensOf, type TextWorld, type Token } from './tokens.ts';

/** Distance of two baselines and of the first baseline from the top, in em: Noto's accents and Han characters fit. */
export const LINE_HEIGHT = 1.2;
const ASCENT = 0.95;

export interface TextArea {
  x: number;
  y: number;
  width: number;
}

export interface TextStyle {
  size: number;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
}

/** At most so many lines of the pieces at a size, and whether there are more. */
export function firstLines(
  world: TextWorld,
  tokens: Iterable<Token>,
  { width, size, max, bold = false }: { width: number; size: number; max: number; bold?: boolean },
): { lines: Line[]; isCut: boolean } {
  const lines: Line[] = [];
  for (const line of linesOf(world.fonts, tokens, width / size, bold)) {
    if (lines.length === max) return { lines, isCut: true };
    lines.push(line);
  }
  return { lines, isCut: false };
}

/** All lines of the pieces. */
export const allLines = (
  world: TextWorld,
  pieces: readonly Piece[],
  width: number,
  { size, bold = false }: TextStyle,
): Line[] => [...linesOf(world.fonts, tokensOf(world, pieces, bold), width / size, bold)];

/** The runs of the lines from the top of an area downwards. */
export function placeLines(
  lines: readonly Line[],
  { x, y, width }: TextArea,
  { size, bold = false, align = 'left' }: TextStyle,
): TextRun[] {
  return lines.flatMap((line, index) => {
    const free = width - line.width * size;
    let left = x + (align === 'center' ? free / 2 : align === 'right' ? free : 0);
    const baseline = y + (index * LINE_HEIGHT + ASCENT) * size;
    return line.runs.map(({ text, family, width: em, piece: { address } }) => {
      const run: TextRun = { text, x: left, y: baseline, width: em * size, size, family, bold };
      left += run.width;
      return address ? { ...run, address } : run;
    });
  });
}

export const heightOf = (lines: readonly Line[], size: number): number => lines.length * size * LINE_HEIGHT;

/** The width of the widest line, in em. */
export const widestOf = (lines: readonly Line[]): number => Math.max(0, ...lines.map(({ width }) => width));
