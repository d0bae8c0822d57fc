/** The fonts of reports. Each file is opened when its first character is needed, and once per process. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { FONT_FAMILIES, type FontFamily, type FontMetrics } from '../../shared/reports/report.types.ts';

/** What this module uses of an opened font. `layout` is what pdfkit calls for the glyphs of a text. */
interface OpenedFont {
  unitsPerEm: number;
  /** code points */
  characterSet: number[];
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => Glyph;
  layout: (text: string) => { glyphs: Glyph[]; positions: Advance[]; advanceWidth: number };
}

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}

interface Advance {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

export interface ReportFonts extends FontMetrics {
  open: (family: FontFamily, bold: boolean) => OpenedFont;
  /** families that are not installed; characters that only they have are printed as code points */
  missing: () => FontFamily[];
}

const FILES: Readonly<Record<FontFamily, [folder: string, name: string]>> = {
  latin: ['noto-sans', 'NotoSans'],
  kr: ['noto-sans-kr', 'NotoSansKR'],
  jp: ['noto-sans-jp', 'NotoSansJP'],
  sc: ['noto-sans-sc', 'NotoSansSC'],
};

/** The path of a file of a package; throws if it is not installed. */
type Resolve = (file: string) => string;

function fileOf(resolve: Resolve, family: FontFamily, bold: boolean): string | null {
  const [folder, name] = FILES[family];
  const weight = bold ? '700Bold' : '400Regular';
  try {
    return resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`);
  } catch {
    return null;
  }
}

/** The font as pdfkit opens it; its types do not declare this. */
function openFile(file: string): OpenedFont {
  const document = new PDFDocument({ font: '' });
  document.font(new Uint8Array(readFileSync(file)) as never);
  const { _font: opened } = document as unknown as { _font: { font: OpenedFont } };
  return plainFont(opened.font);
}

/**
 * The font with one glyph per character, at its own width: what is measured is what is drawn. Neither Latin nor Chinese,
 * Japanese and Korean texts need more, and ligatures would hide characters from a search.
 */
function plainFont(font: OpenedFont): OpenedFont {
  const glyphs = new Map<number, Glyph>();
  const glyphFor = (codePoint: number): Glyph => {
    const known = glyphs.get(codePoint);
    if (known) return known;
    const glyph = font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, glyph);
    return glyph;
  };
  return Object.assign(Object.create(font) as OpenedFont, {
    glyphForCodePoint: glyphFor,
    layout: (text: string) => {
      const drawn = Array.from(text, (character) => glyphFor(character.codePointAt(0) ?? 0));
      return {
        glyphs: drawn,
        // pdfkit scales the positions in place
        positions: drawn.map(({ advanceWidth }) => ({
          xAdvance: advanceWidth,
          yAdvance: 0,
          xOffset: 0,
          yOffset: 0,
        })),
        advanceWidth: drawn.reduce((width, { advanceWidth }) => width + advanceWidth, 0),
      };
    },
  });
}

type Widths = Record<FontFamily, Map<number, number>>;
const noWidths = (): Widths => ({ latin: new Map(), kr: new Map(), jp: new Map(), sc: new Map() });

export function fontsFrom(resolve: Resolve): ReportFonts {
  const opened = new Map<string, OpenedFont>();
  const [regularWidths, boldWidths] = [noWidths(), noWidths()];
  const missing = FONT_FAMILIES.filter((family) =>
    [false, true].some((bold) => fileOf(resolve, family, bold) === null),
  );
  const open: ReportFonts['open'] = (family, bold) => {
    const key = `${family} ${bold}`;
    const known = opened.get(key);
    if (known) return known;
    const file = fileOf(resolve, family, bold);
    if (file === null)
      throw new Error(
        `the font ${FILES[family][1]} is not installed; install the packages of the product again`,
      );
    const font = openFile(file);
    opened.set(key, font);
    return font;
  };
  return {
    open,
    missing: () => missing,
    // without the Latin font nothing can be printed, and opening it says so
    has: (family, codePoint) =>
      (family === 'latin' || !missing.includes(family)) &&
      open(family, false).hasGlyphForCodePoint(codePoint),
    advance: (family, bold, codePoint) => {
      const known = (bold ? boldWidths : regularWidths)[family];
      const width = known.get(codePoint);
      if (width !== undefined) return width;
      const font = open(family, bold);
      const em = font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm;
      known.set(codePoint, em);
      return em;
    },
  };
}

export const reportFonts: ReportFonts = fontsFrom(createRequire(import.meta.url).resolve);
