/** A printed form as a file has it, and what was read from it. Lengths are points from the top left. */
import type { ItemAddress } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemValue } from '../case/itemValue.ts';
import type { Area } from '../reports/report.types.ts';

/** A text of a page in one font; `y` is the baseline. */
export interface SheetText {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

export interface Sheet {
  width: number;
  height: number;
  texts: readonly SheetText[];
  /** check boxes of a form to be filled in that are checked */
  checks: readonly Area[];
  /** the page has pictures, but no text: it was scanned */
  isPicture?: boolean;
}

/** Where the file has a value. */
export interface FormSpot extends Area {
  /** 1-based */
  page: number;
}

/** A value that a form has, to be accepted or refused by a person. */
export interface FormProposal extends ItemAddress, Pick<ItemValue, 'value' | 'nullFlavor'> {
  box: string;
  /** as the form has it */
  text: string;
  spots: readonly FormSpot[];
}

/** Text of the form that no item takes. */
export interface UnreadText {
  box: string;
  text: string;
  page: number;
}

export interface FormReading {
  content: CaseContent;
  proposals: readonly FormProposal[];
  unread: readonly UnreadText[];
}
