/**
 * The files an analyst writes, as types. Their JSON Schemas (`schemas/meta/*.schema.json`) say the same to an
 * editor; `checkSources` says it with file, line and column. Reference: schemas/README.md.
 */
import type { E2bContainer, E2bSlot } from '../e2b/e2b.types.ts';
import type { ItemSelection } from './selections.ts';

/** One text in the four languages of the product. */
export interface Words {
  en: string;
  ko: string;
  ja: string;
  zh: string;
}

/** What draws an item. The engine's registry answers for each; an unknown one is an error naming control and item. */
export type Control =
  | 'text'
  | 'longText'
  | 'number'
  | 'date'
  | 'codeList'
  | 'radio'
  | 'yesNo'
  /** true or nothing, never false (E.i.3.2a-f, C.1.9.1, D.7.3, D.7.1.r.6, G.k.2.5 ...) */
  | 'trueOnly'
  /** a code of a dictionary; its version item says `versionOf` this item, its free-text item `textOf` */
  | 'codedTerm'
  | 'attachment'
  | 'readOnly'
  /** which row of another group this row speaks of (G.k.9.i.1): derived from the row, never typed */
  | 'rowReference';

export type DatePrecision = 'year' | 'month' | 'day' | 'minute' | 'second';

/** M mandatory, C conditional, O optional; keyed by authority (`ICH`, `FDA`, `MFDS`) or authority and profile (`FDA/postMarket`). */
export type Conformance = Record<string, 'M' | 'C' | 'O'>;

export interface ItemSource {
  /** the E2B id or an own name; a name, never a path */
  itemId: string;
  label: Words;
  /** a sentence or two for the person who fills it: what belongs here, and in which form */
  help?: Words;
  control: Control;
  /** what code asks for instead of an id, e.g. `caseNumber`, `reactionTerm` */
  role?: string;
  /** characters */
  maxLength?: number;
  /** for `number`: what else than digits may stand */
  number?: { decimals?: number; min?: number; max?: number; qualifier?: boolean };
  /** for `date`: the least and the most that may be given */
  precision?: { min: DatePrecision; max: DatePrecision };
  /** for `date`: may it lie in the future (default true, specification section 5) */
  futureAllowed?: boolean;
  /** name of a code list in `schemas/code-lists` or of the appendix */
  codeList?: string;
  /** for `codedTerm`: name of a dictionary, e.g. `MEDDRA` */
  dictionary?: string;
  nullFlavors?: string[];
  /** may the text carry a second-language rendering */
  notation?: boolean;
  /** this item is the unit drawn beside that number */
  unitOf?: string;
  /** this item is the dictionary or list version drawn beside that coded term */
  versionOf?: string;
  /** this item is the free text drawn with that coded term */
  textOf?: string;
  /** of a `codedTerm`: items of the same rows whose text says the term, the best one first */
  saidIn?: string[];
  /** its field offers to choose a row of a master, which fills items of the same rows */
  selection?: ItemSelection;
  /** columns of twelve; without it the control decides */
  span?: number;
  required?: Conformance;
  /** masked when personal data must be hidden */
  privacy?: boolean;
  /** shown only to users with the unblind flag */
  blinded?: boolean;
  /** what becomes of the value while `visibleWhen` hides the item */
  onHide?: 'keep' | 'clear' | 'keepNotExported';
  visibleWhen?: string;
  requiredWhen?: string;
  readOnlyWhen?: string;
  /** the value is what this expression answers (text; empty for nothing); nobody types it */
  computed?: string;
  /** boxes of printed reports it is printed in: `REPORT/BOX`, e.g. `CIOMS/1a` (`schemas/reports`) */
  boxes?: string[];
  list?: { column?: boolean; filterType?: string };
  /** the item's places in the E2B(R3) message */
  e2b?: E2bSlot | E2bSlot[];
  /** `sure` unless the source of the fact is doubtful */
  certainty?: 'sure' | 'likely' | 'doubtful';
}

export interface SectionSource {
  /** a name unique in the page; appendices place items `in` it */
  section: string;
  label: Words;
  help?: Words;
  collapsed?: boolean;
  visibleWhen?: string;
  content: ContentSource[];
}

/** Rows that repeat inside a page. Groups nest up to three levels (the page's own rows count as one). */
export interface GroupSource {
  /** the E2B id of the group, e.g. `D.7.1.r` */
  group: string;
  label: Words;
  /** one row, e.g. "Dosage" */
  rowLabel: Words;
  role?: string;
  /** the group's rows are those of that other group, with the same row numbers (G.k.9.i is rowsOf E.i) */
  rowsOf?: string;
  /** items shown as columns of the row list */
  summary: string[];
  /** least rows a case must have (in each row around them) */
  min?: number;
  /** most rows allowed */
  max?: number;
  collapsed?: boolean;
  visibleWhen?: string;
  content: ContentSource[];
}

export type ContentSource = ItemSource | SectionSource | GroupSource;

export interface PageSource {
  $schema?: string;
  page: string;
  label: Words;
  /**
   * form: one form; rows: a summary list of rows and a form per row; custom: drawn by its own component (RE, WF, AT);
   * envelope: no tab, filled in when the case is sent
   */
  kind: 'form' | 'rows' | 'custom' | 'envelope';
  /** kind `rows`: the group whose rows the page's rows are */
  rows?: Omit<GroupSource, 'content'>;
  /** the page that follows in wizard order */
  next: string | null;
  content: ContentSource[];
}

/** Where an appendix puts something: after an item or group, or at the end of a section or group. */
export interface Placement {
  page: string;
  after?: string;
  in?: string;
}

export interface CodeListSource {
  $schema?: string;
  codeList: string;
  label?: Words;
  /** OID written as code system in E2B */
  codeSystem?: string;
  /** may lists of this kind be cached by the browser (specification section 5, end) */
  cached?: boolean;
  /** may codes be given that the list has not (UCUM units of tests) */
  open?: boolean;
  codes: { code: string; label: Words; deleted?: boolean }[];
}

/**
 * What an appendix changes of an existing item: replaced, except `required` and `boxes`, which are added. Of a group,
 * or a section (as `PAGE/section`), it may change `label`, `visibleWhen` and `hidden`; of a section `help`, too.
 */
export type ItemOverlay = Partial<
  Pick<
    ItemSource,
    | 'label'
    | 'help'
    | 'maxLength'
    | 'codeList'
    | 'nullFlavors'
    | 'required'
    | 'precision'
    | 'number'
    | 'futureAllowed'
    | 'notation'
    | 'visibleWhen'
    | 'requiredWhen'
    | 'readOnlyWhen'
    | 'boxes'
  >
> & { hidden?: boolean };

/** ONE file a region. */
export interface AppendixSource {
  $schema?: string;
  appendix: string;
  authority: string;
  label: Words;
  items: (ItemSource & Placement)[];
  groups: (GroupSource & Placement)[];
  sections?: (SectionSource & Placement)[];
  overlays?: Record<string, ItemOverlay>;
  codeLists?: CodeListSource[];
  /** elements of the message that only this region's items stand in, as in `e2b/containers.json` */
  containers?: E2bContainer[];
  /** as in a rules file; the authority is the appendix's */
  profiles?: ProfileSource[];
  messages?: Record<string, Words>;
  rules?: RuleSource[];
  /** rules of other files that this authority has too: its id to theirs */
  same?: Record<string, string>;
}

/** One `schemas/reports/*.report.json`: a printed form and its boxes. */
export interface ReportSource {
  $schema?: string;
  report: string;
  label: Words;
  boxes: { box: string; label: Words }[];
}

/** One `schemas/obligations/*.obligations.json`: when a receiver must be told of a case. */
export interface ObligationsSource {
  $schema?: string;
  /** by the name reports are sent under */
  receiver: string;
  /** the days are examples, not the law */
  example: boolean;
  /** cases that concern the receiver; without it all. A CEL expression. */
  when?: string;
  rules: ObligationRuleSource[];
}

interface ObligationRuleSource {
  /** unique among all receivers */
  id: string;
  /** the lower number is asked first; each once in a file */
  priority: number;
  label: Words;
  when?: string;
  /** calendar days from day 0 to the last day in time */
  days: number;
  /** where it is written down */
  source: string;
}

/** A file as read, with its name, so that a finding can point into it. */
export interface SourceText {
  /** path below `schemas/`, with forward slashes */
  file: string;
  text: string;
}

/** A finding of `lintSchemas`, in the analyst's words. */
export interface SourceFinding {
  file: string;
  line: number;
  column: number;
  severity: 'error' | 'warning';
  rule: string;
  message: string;
  /** where the marked words end (behind their last sign); without it the finding is a point */
  endLine?: number;
  endColumn?: number;
  /** what would put it right, where that is one replacement */
  fix?: SourceFix;
}

/** A replacement of a piece of the finding's file; lines and columns count from 1, the end is exclusive. */
interface SourceFix {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  text: string;
}

/**
 * A case of a few lines. A key is an item id, for a row other than the first with its numbers behind (`E.i.7|2`);
 * rows come to be where a value needs them.
 */
export type RuleExample = Record<string, string | { nullFlavor: string } | ExampleFile>;

/** An attached file in an example: its bytes do not matter. */
interface ExampleFile {
  fileName: string;
  mediaType: string;
  /** `DF`: deflated */
  compression?: string;
}

export interface RuleSource {
  id: string;
  /** runs only for receivers of these profiles; without it for all of the authority */
  profiles?: string[];
  severity: 'error' | 'warning' | 'info';
  /** what the rule is about; the finding stands at the first one */
  items: string[];
  /** `case`, or the group once per row of which it runs; without it the innermost group of the first item */
  scope?: string;
  /** runs where this holds; without it always */
  when?: string;
  /** true: nothing to find */
  check: string;
  /** the words, or the name of one of the file's messages */
  message: Words | string;
  /** where the rule is written down */
  source: string;
  examples: { pass: RuleExample; fail: RuleExample };
  /** rules it says again in its authority's terms: they do not run where this one does */
  replaces?: string[];
}

/** A profile of the authority's receivers, and how a case that has its envelope tells it. */
export interface ProfileSource {
  profile: string;
  when: string;
}

/** One `schemas/rules/*.rules.json`. */
export interface RulesSource {
  $schema?: string;
  /** whose rules these are; those of ICH run for every receiver */
  authority: string;
  profiles?: ProfileSource[];
  messages?: Record<string, Words>;
  rules: RuleSource[];
  /** rules of other files that this authority has too: its id to theirs. Only its id is found then. */
  same?: Record<string, string>;
}
