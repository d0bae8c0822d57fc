/** The widths of characters as a table, so that a browser lays out a report as the server does without its fonts. */
import { FONT_FAMILIES } from './report.types.ts';
import type { FontFamily, FontMetrics } from './report.types.ts';

/** Runs of characters of one width, each as three numbers: first code point, count, width in thousandths of an em. */
export type WidthRuns = readonly number[];

export type FontTable = Record<FontFamily, { regular: WidthRuns; bold: WidthRuns }>;

const PER_RUN = 3;
const PER_EM = 1000;

/** The runs of characters, which are in ascending order. */
export function widthRuns(codePoints: readonly number[], widthOf: (codePoint: number) => number): WidthRuns {
  const runs: number[] = [];
  let [next, last] = [-1, -1];
  for (const codePoint of codePoints) {
    const width = widthOf(codePoint) * PER_EM;
    if (codePoint === next && width === last) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1;
    else runs.push(codePoint, 1, width);
    [next, last] = [codePoint + 1, width];
  }
  return runs;
}

/** The metrics of fonts that a table describes. */
export function tableMetrics(table: FontTable): FontMetrics {
  const fonts = new Map(
    FONT_FAMILIES.map((family) => [
      family,
      { regular: widthsOf(table[family].regular), bold: widthsOf(table[family].bold) },
    ]),
  );
  const width = (family: FontFamily, bold: boolean, codePoint: number): number | null =>
    fonts.get(family)?.[bold ? 'bold' : 'regular'](codePoint) ?? null;
  return {
    has: (family, codePoint) => width(family, false, codePoint) !== null,
    advance: (family, bold, codePoint) => width(family, bold, codePoint) ?? 0,
  };
}

/** Looks up a character; null if the font does not have it. */
function widthsOf(runs: WidthRuns): (codePoint: number) => number | null {
  const known = new Map<number, number | null>();
  return (codePoint) => {
    const found = known.get(codePoint);
    if (found !== undefined) return found;
    const width = search(runs, codePoint);
    known.set(codePoint, width);
    return width;
  };
}

function search(runs: WidthRuns, codePoint: number): number | null {
  let [low, high] = [0, runs.length / PER_RUN];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first = 0, count = 0, width = 0] = runs.slice(middle * PER_RUN, (middle + 1) * PER_RUN);
    if (codePoint < first) high = middle;
    else if (codePoint >= first + count) low = middle + 1;
    else return width / PER_EM;
  }
  return null;
}
