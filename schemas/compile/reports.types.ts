/** Types of `schemas/reports/*.report.json`: a report, its sheets, its boxes and what is printed in them. */
import type { LocalizedText } from './sources.types.ts';

export type Orientation = 'portrait' | 'landscape';

/** Left, top, width, height in millimetres from the top left corner of the sheet. */
export type Rectangle = [left: number, top: number, width: number, height: number];

/** Left and top in millimetres. */
export type Position = [left: number, top: number];

type ByOrientation<Value> = Partial<Record<Orientation, Value>>;

/** Parts of a stored date. */
export type DatePart = 'day' | 'month' | 'year';

/** `01-MAR-2024` (default), which every reader understands, or `2024/03/01`. */
export type DateStyle = 'dayFirst' | 'yearFirst';

/** What a report prints behind the case on request. */
export type ReportSupplementKind = 'findings' | 'audit';

/** Facts that no item of the case states. */
export type ReportFact = 'reportDate' | 'followUpNumber' | 'isInitial' | 'isFollowUp';

/**
 * One piece of printed text: an item, a computed text, constant words, a fact, rows, or several parts. `prefix` and
 * `suffix` are printed only if the part itself has text.
 */
export interface ReportPart {
  /** an item of the current rows */
  item?: string;
  /** of a date: one part of it */
  date?: DatePart;
  /** an expression with a text or number */
  value?: string;
  words?: LocalizedText;
  fact?: ReportFact;
  /** the number of the row among those printed */
  number?: true;
  /** a group, or a name of `rowSets` */
  rows?: string;
  /** of rows: prints only the first one that has text */
  first?: true;
  parts?: ReportPart[];
  /** between the parts, or between the rows; default: a space between parts, a line break between rows */
  separator?: string;
  /** prints the part only where this expression holds */
  when?: string;
  prefix?: string | LocalizedText;
  suffix?: string | LocalizedText;
}

/** Rows that several boxes print alike, so that their numbers are the same everywhere. */
interface ReportRowSet {
  rows: string;
  /** rows that are printed: an expression in the row */
  when?: string;
  /** rows that come first if primary data is to appear first: an expression in the row */
  main?: string;
}

export interface ReportTick {
  label: LocalizedText;
  at: ByOrientation<Position>;
  /** an expression of the case, or of the row of its slot */
  when?: string;
  fact?: ReportFact;
}

/** A part of a box with a caption and content of its own: a cell of a date, of a row of cells. */
export interface ReportCell {
  label?: LocalizedText;
  at: ByOrientation<Rectangle>;
  content?: ReportPart[];
  /** of the content; default: center */
  align?: 'left' | 'center';
}

/**
 * Areas of one row each, e.g. for the first two suspect drugs. If there are more rows, or one does not fit, all of them
 * are printed on the pages that follow the form.
 */
export interface ReportSlots {
  /** a group, or a name of `rowSets` */
  rows: string;
  at: ByOrientation<Rectangle[]>;
  parts: ReportPart[];
  /** from the left top corner of the slot */
  ticks?: ReportTick[];
}

export interface ReportBoxSource {
  /** number of the box on the form; unique in the report */
  box: string;
  label: LocalizedText;
  /** printed instead of number and label */
  caption?: LocalizedText;
  /** its rectangle; a box without one is printed on the pages that follow the form */
  at?: ByOrientation<Rectangle>;
  /** sheet of the form that it is on; default: 1 */
  page?: number;
  /** `field` (default); `heading`: large words; `section`: bold words, shaded with a frame; `blank`: no caption */
  kind?: 'field' | 'heading' | 'section' | 'blank';
  align?: 'left' | 'center' | 'right';
  /** sides without a line */
  open?: ('left' | 'right' | 'top' | 'bottom')[];
  /** without a frame around it */
  frameless?: true;
  cells?: ReportCell[];
  ticks?: ReportTick[];
  slots?: ReportSlots;
  content?: ReportPart[];
  /** prints the content only on the pages that follow the form */
  continued?: 'always';
}

/** One `schemas/reports/*.report.json`. */
export interface ReportSource {
  $schema?: string;
  report: string;
  label: LocalizedText;
  /** note under the title of a flowing report */
  note?: LocalizedText;
  /** width and height of the sheet in millimetres; default: A4 */
  sheets?: ByOrientation<[width: number, height: number]>;
  /** font sizes of values in points: the largest one that fits is used */
  text?: { largest: number; smallest: number };
  dates?: DateStyle;
  rowSets?: Record<string, ReportRowSet>;
  /** heading of each page that follows the form */
  pageHeading?: ReportPart[];
  /** where each sheet of the form prints its page number */
  pageNumber?: ByOrientation<Rectangle>;
  /** words across every page where the expression holds */
  watermarks?: { when: string; words: LocalizedText }[];
  /** a PDF of it is read back on import */
  readFromPdf?: true;
  /** prints all pages of the catalogue after the boxes */
  catalogue?: true;
  /** what users can have printed behind it */
  supplements?: ReportSupplementKind[];
  boxes: ReportBoxSource[];
}

/** Millimetres of A4. */
export const A4: Record<Orientation, [width: number, height: number]> = {
  portrait: [210, 297],
  landscape: [297, 210],
};
