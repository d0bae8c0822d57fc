/**
 * Elements of an E2B(R2) message and what each becomes in E2B(R3), and back. The order of blocks and elements is that of
 * the ICH DTD 2.1.
 */

/** How an element is converted; `shared/e2b/r2/rules` has one module for each family. */
export type R2RuleName =
  | 'text'
  | 'code'
  | 'number'
  | 'date'
  /** the format code beside a date; read and written with it */
  | 'dateFormat'
  /** a MedDRA term: a code, or a text that a loaded dictionary may know */
  | 'term'
  /** the version beside a term; read and written with it */
  | 'termVersion'
  /** read and written by the rule of another element */
  | 'part'
  /** always the same; not kept */
  | 'constant'
  /** no R3 item: kept as it came */
  | 'keep'
  | 'primaryCountry'
  | 'anySerious'
  | 'worldwideId'
  | 'nullification'
  | 'nullificationReason'
  | 'phone'
  | 'studyName'
  | 'productName'
  | 'parentAge'
  | 'verbatim'
  | 'testName'
  | 'testResult'
  | 'testLimit'
  | 'testComments'
  | 'dose'
  | 'doseInterval'
  | 'dosageText'
  | 'dosageForm'
  | 'route'
  | 'reactionInterval'
  | 'drugInterval'
  | 'recurrence'
  | 'assessment'
  | 'additional'
  | 'narrative';

/** An element with text. */
export interface R2Leaf {
  element: string;
  /** number of the element in the ICH guideline, e.g. `B.2.i.1` */
  ref: string;
  /** longest text of the guideline */
  length?: number;
  rule: R2RuleName;
  /** the R3 item */
  to?: string;
  /** items that get the same value */
  also?: string[];
  /** other items that the rule reads and writes, by the part they play */
  items?: Record<string, string>;
  /** other elements of the block, by the part they play */
  elements?: Record<string, string>;
  /** table of `r2-codes.json` */
  table?: string;
  /** words that stand for null flavors: a list of `r2-codes.json` */
  words?: string;
  /** null flavor where there is no value */
  empty?: string;
  /** longest text that is written, if not `length` */
  cut?: number;
  /** below it, a text that was cut is repeated in the narrative */
  heading?: string;
  /** the item that says whose text it is, after the heading */
  subject?: string;
  label?: string;
  /** instead of the narrative */
  into?: string;
  /** the value is that of every row of the group, and is gathered from all of them */
  every?: string;
  gather?: 'first' | 'any' | 'all';
  /** it becomes a row of its own; going down, the first term or all texts together are written */
  newRow?: string;
  /** repeated in several blocks, though the item is not */
  once?: boolean;
  /** written for a missing text, since the R3 item must have one */
  missing?: string;
  format?: string;
  /** of dates: most digits */
  digits?: number;
  /** only whole dates exist in R2 */
  pad?: boolean;
  /** the element of the header whose time is taken on the same day */
  time?: string;
  version?: string;
  versionTo?: string;
  /** the item of terms that have no code */
  text?: string;
  constant?: string;
  accepts?: string[];
  why?: string;
  /** says something about this transmission, not about the case */
  transmission?: boolean;
  /** made from other items, so that what a sender wrote counts more */
  derived?: boolean;
  criteria?: string[];
  of?: string;
  /** items that keep a code which the table reduces */
  keeps?: Record<string, Record<string, string>>;
  unit?: string;
  unitTo?: string;
  /** units in a year */
  perYear?: Record<string, number>;
  suspects?: { item: string; values: string[] };
  nullFlavor?: string;
  results?: Record<string, string>;
  unitWords?: Record<string, string>;
  /** the block that names the reactions */
  named?: string;
  /** codes of a dictionary, written before the name: their name, item, and item of the version */
  identifiers?: [name: string, code: string, version: string][];
  notGiven?: { code: string; words: string };
  investigational?: string;
  /** the number that the unit belongs to */
  beside?: string;
}

export interface R2Block {
  block: string;
  /** the group whose rows its occurrences are */
  row?: string;
  /** written even without content */
  required?: boolean;
  /** the row with this value is written first */
  first?: { item: string; value: string };
  /** occurrences that differ by these items only are rows of this group */
  dosages?: string;
  /** its rows are pairs, read and written by the rule of an element */
  pairs?: boolean;
  content: (R2Block | R2Leaf)[];
}

/** Codes of R2 and of R3. */
export interface R2Table {
  codes: Record<string, string | { nullFlavor: string }>;
  /** read, and never written */
  read?: Record<string, string>;
  /** words in lower case that senders write in place of a code */
  spelled?: Record<string, string>;
  /** written for values of R3 that have no code, with a loss */
  down?: Record<string, string>;
  /** what an empty element means: a value of the item, or a null flavor */
  empty?: string;
  /** ... only where its number has a value */
  emptyWith?: boolean;
  /** null flavors that are left out, though they have a code; a loss where an empty element means another */
  silent?: string[];
  anyCase?: boolean;
}

/** `schemas/e2b/r2.json` */
export interface R2Source {
  root: string;
  systemId: string;
  narrative: string;
  narrativeLength: number;
  /** in the order of the narrative */
  headings: string[];
  /** the message header, and the report */
  content: R2Block[];
}

/** `schemas/e2b/r2-codes.json` */
export interface R2Codes {
  words: Record<string, Record<string, string[]>>;
  tables: Record<string, R2Table>;
  routes: Record<string, { name: string; code?: string }>;
  otherRoute: string;
  /** ISO 639-1 to ISO 639-2 */
  languages: Record<string, string>;
  english: string;
  /** spellings of units in lower case, with their UCUM code */
  units: Record<string, string>;
}

export const isR2Block = (one: R2Block | R2Leaf): one is R2Block => 'block' in one;
