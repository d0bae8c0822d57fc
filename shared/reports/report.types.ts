/** A laid-out report: plain data, from which a PDF and an SVG are drawn alike. Lengths are points from the top left. */
import type { CatalogueReport, Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { Orientation, ReportSupplementKind } from '../../schemas/compile/reports.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';

export type ReportLanguage = keyof LocalizedText;

/** Which rows come first: the main ones, those changed last, or as entered. */
export type DataOrdering = 'primary' | 'latest' | 'basic';

export interface ReportOptions {
  language: ReportLanguage;
  orientation: Orientation;
  ordering: DataOrdering;
  /** second-language texts instead of the values */
  notation: boolean;
  /** prints values that are shown only to users who may unblind */
  unblinded: boolean;
  /** printed with the word TEST across every page */
  isTest?: boolean;
  /** items printed as masked */
  masked: ReadonlySet<string>;
  /** as a stored date; null: the date of creation in the case */
  reportDate: string | null;
  /** 0 for the initial report; null: known only from the dates of the case */
  followUpNumber: number | null;
  /** when a row was changed last, for the ordering `latest`; null: not known */
  changedAt: ((group: string, rows: RowPath) => number) | null;
}

/** Term of a code, as far as a dictionary has it. */
export type TermOf = (dictionary: string, code: string) => string | undefined;

export interface ReportSubject {
  report: CatalogueReport;
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  content: CaseContent;
  termOf: TermOf;
  supplements?: readonly ReportSupplement[];
}

/** Labelled lines behind the case. */
export interface ReportSupplement {
  kind: ReportSupplementKind;
  /** beside the heading */
  note?: string;
  lines: readonly { label: string; text: string }[];
}

/** Families by script; each has a regular and a bold font. */
export const FONT_FAMILIES = ['latin', 'kr', 'jp', 'sc'] as const;
export type FontFamily = (typeof FONT_FAMILIES)[number];

export interface FontMetrics {
  has: (family: FontFamily, codePoint: number) => boolean;
  /** in em */
  advance: (family: FontFamily, bold: boolean, codePoint: number) => number;
}

/** A text with its origin in the case. */
export interface Piece {
  text: string;
  /** the value that it prints; absent for words of the form */
  address?: ItemAddress;
}

/** A piece of one line in one font. `y` is the baseline. */
export interface TextRun extends Piece {
  x: number;
  y: number;
  width: number;
  size: number;
  family: FontFamily;
  bold: boolean;
}

/** Text that is read together: a caption, the content of a box, a heading. */
export interface TextBlock {
  box: string;
  role: 'heading' | 'caption' | 'content' | 'page';
  runs: TextRun[];
}

export interface Stroke {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface DrawnTick {
  box: string;
  x: number;
  y: number;
  size: number;
}

/** An area in points. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An area of a page, and the values of the case that it was drawn from. */
export interface ReportSpot extends Area {
  box: string;
  /** what names the area to the reader */
  label: string;
  kind: 'box' | 'tick';
  /** values that were read for it, printed or not, in the order of their first reading */
  addresses: readonly ItemAddress[];
}

export interface ReportPage {
  width: number;
  height: number;
  /** shaded areas, behind everything else */
  fills: Area[];
  strokes: Stroke[];
  ticks: DrawnTick[];
  blocks: TextBlock[];
  /** boxes and ticks in reading order; a tick is inside its box */
  spots: ReportSpot[];
  /** words across the page, behind the text */
  watermark: TextRun[];
}

export interface LaidOutReport {
  title: string;
  language: ReportLanguage;
  pages: ReportPage[];
}
