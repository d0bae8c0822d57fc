/** The fonts of reports as a table of widths. Opens all of them; one that is not installed has no characters. */
import { FONT_FAMILIES, type FontFamily } from '../../shared/reports/report.types.ts';
import { widthRuns, type FontTable, type WidthRuns } from '../../shared/reports/fontTable.ts';
import { reportFonts } from './reportFonts.ts';

export const fontTable = (): FontTable =>
  Object.fromEntries(
    FONT_FAMILIES.map((family) => [
      family,
      { regular: widthsOf(family, false), bold: widthsOf(family, true) },
    ]),
  ) as FontTable;

function widthsOf(family: FontFamily, bold: boolean): WidthRuns {
  if (reportFonts.missing().includes(family)) return [];
  const { characterSet } = reportFonts.open(family, bold);
  const codePoints = characterSet.toSorted((a, b) => a - b);
  return widthRuns(codePoints, (codePoint) => reportFonts.advance(family, bold, codePoint));
}
