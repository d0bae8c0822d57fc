/**
 * Types of the files that analysts write. Their JSON Schemas (`schemas/meta/*.schema.json`) define the same for
 * editors; `checkSources` reports violations with file, line and column. Reference: schemas/README.md.
 */
import type { E2bContainer, E2bSlot } from '../e2b/e2b.types.ts';
import type { ItemSelection } from './selections.ts';

/** One text in the four languages of the product. */
export interface LocalizedText {
  en: string;
  ko: string;
  ja: string;
  zh: string;
}

/**
 * The control that draws an item. The engine's registry implements each; an unknown one is an error naming control
 * and item.
 */
export type Control =
  | 'text'
  | 'longText'
  | 'number'
  | 'date'
  | 'codeList'
  | 'radio'
  | 'yesNo'
  /** true or empty, never false (E.i.3.2a-f, C.1.9.1, D.7.3, D.7.1.r.6, G.k.2.5 ...) */
  | 'trueOnly'
  /** a code of a dictionary; its version item refers to it by `versionOf`, its free-text item by `textOf` */
  | 'codedTerm'
  | 'attachment'
  /** several records, each by name and key (`shared/records/chosenRecords.ts`) */
  | 'chosenRecords'
  /** items of cases by their ids (`shared/records/chosenItems.ts`) */
  | 'chosenItems'
  | 'readOnly'
  /** the row of another group that this row refers to (G.k.9.i.1): derived from the row, never typed */
  | 'rowReference';

export type DatePrecision = 'year' | 'month' | 'day' | 'minute' | 'second';

/** M mandatory, C conditional, O optional; keyed by authority (`ICH`, `FDA`, `MFDS`) or authority and profile (`FDA/postMarket`). */
export type Conformance = Record<string, 'M' | 'C' | 'O'>;

export interface ItemSource {
  /** the E2B id or an id of our own; a name, never a path */
  itemId: string;
  label: LocalizedText;
  /** one or two sentences for the user: what to enter, and in which format */
  help?: LocalizedText;
  control: Control;
  /** name by which code refers to the item instead of its id, e.g. `caseNumber`, `reactionTerm` */
  role?: string;
  /** English name in the standard, where the label is another one: users search for it */
  officialName?: string;
  /** characters */
  maxLength?: number;
  /** for `number`: allowed characters besides digits */
  number?: { decimals?: number; min?: number; max?: number; qualifier?: boolean };
  /** for `date`: minimum and maximum precision */
  precision?: { min: DatePrecision; max: DatePrecision };
  /** for `date`: whether it may be in the future (default true, specification section 5) */
  futureAllowed?: boolean;
  /** name of a code list in `schemas/code-lists` or of the appendix */
  codeList?: string;
  /** for `codedTerm`: name of a dictionary, e.g. `MEDDRA` */
  dictionary?: string;
  /** for `codedTerm`: the item of the same rows whose value names the dictionary */
  dictionaryFrom?: string;
  nullFlavors?: string[];
  /** whether the text can have a second-language rendering */
  notation?: boolean;
  /** this item is the unit shown beside that number */
  unitOf?: string;
  /** this item is the dictionary or list version shown beside that coded term */
  versionOf?: string;
  /** this item is the free text shown with that coded term */
  textOf?: string;
  /** of a `codedTerm`: items of the same rows with the text of the term, the best one first */
  saidIn?: string[];
  /** of a `codedTerm`: values of search fields of its dictionary that every look-up of it has */
  lookUpFields?: Record<string, string>;
  /** its field offers a selection of a master, which fills items of the same rows */
  selection?: ItemSelection;
  /** for `attachment`: the files that are accepted; default: any */
  file?: AcceptedFile;
  /** for `chosenRecords`: of which kind */
  chooses?: Choosable;
  /** what it means that none is chosen; default: that there is none */
  choosesNone?: LocalizedText;
  /** of a record: given when it is added, and never changed */
  fixed?: boolean;
  /** of twelve grid columns; default: by control */
  span?: number;
  required?: Conformance;
  /** masked if personal data must be hidden */
  privacy?: boolean;
  /** visible only to users with the unblind flag */
  blinded?: boolean;
  /** treatment of the value while `visibleWhen` hides the item */
  onHide?: 'keep' | 'clear' | 'keepNotExported';
  visibleWhen?: string;
  requiredWhen?: string;
  readOnlyWhen?: string;
  /** the value is computed by this expression (text; empty for none) and cannot be entered */
  computed?: string;
  /** its value in a case that is added on the screen: an expression, or what the system knows */
  initial?: InitialValue;
  /** what the case computes for it, in the form of `interval`: shown at the field, which keeps what is entered */
  calculated?: string;
  /** offered below its empty field */
  offer?: 'today';
  /** says whether a reaction is expected: values to suggest, and the country whose information counts; default: none */
  expectedness?: ItemExpectedness;
  /** what of a text is proposed for it, or that it is such a text; default: nothing */
  fromText?: TextPart | 'text';
  /** what its text is the name of; default: of nothing that is searched for by kind */
  names?: NamedThing;
  /** of records: the text writes texts about cases; default: it does not */
  template?: ItemTemplate;
  /** boxes of printed reports that show it: `REPORT/BOX`, e.g. `CIOMS/1a` (`schemas/reports`) */
  boxes?: string[];
  /** `column`: of lists; of a record kind also `select`: of its selection dialogs */
  list?: { column?: boolean; select?: boolean; filterType?: string };
  /** the item's locations in the E2B(R3) message */
  e2b?: E2bSlot | E2bSlot[];
  /** `sure` unless the source of the fact is doubtful */
  certainty?: 'sure' | 'likely' | 'doubtful';
}

/** What items of several pages name: a drug, or the company that makes it or holds its authorisation. */
export type NamedThing = 'drug' | 'originalManufacturer';

/** What a text of a case states. */
export type TextPart =
  | 'action'
  | 'age'
  | 'ageUnit'
  | 'deathDate'
  | 'dose'
  | 'doseUnit'
  | 'drug'
  | 'interval'
  | 'intervalUnit'
  | 'lot'
  | 'onset'
  | 'outcome'
  | 'reaction'
  | 'reactionCode'
  | 'reactionEnd'
  | 'route'
  | 'sex'
  | 'start'
  | 'stop'
  | 'test'
  | 'testResult'
  | 'testUnit';

/** Items that hold the languages of the texts that a template writes. */
export interface ItemTemplate {
  language: string;
  /** of the second-language text, which writes that of the items; default: it is no template */
  notation?: string;
}

/** An item that says whether a reaction is expected. */
export interface ItemExpectedness {
  expected: string;
  unexpected: string;
  /** default: the reference safety information without a country */
  country?: string;
  /** of an item of reactions: codes of the roles of the drugs that count */
  suspects?: string[];
}

/** What the system knows of a case that is added. */
export type KnownOfNewCase = 'creationTime' | 'reportNumber' | 'dictionaryVersion';
/** An expression, what the system knows, or the language in which an item in the same row is written. */
export type InitialValue = string | { system: KnownOfNewCase } | { languageOf: string };

export interface SectionSource {
  /** a name unique in the page; appendices place items `in` it */
  section: string;
  label: LocalizedText;
  help?: LocalizedText;
  collapsed?: boolean;
  visibleWhen?: string;
  content: ContentSource[];
}

/** Repeating rows in a page. Groups nest up to three levels (the page's own rows count as one). */
export interface GroupSource {
  /** the E2B id of the group, e.g. `D.7.1.r` */
  group: string;
  label: LocalizedText;
  /** name of one row, e.g. "Dosage" */
  rowLabel: LocalizedText;
  role?: string;
  /** the group borrows the rows of that group, with the same row numbers (G.k.9.i is rowsOf E.i) */
  rowsOf?: string;
  /** items shown as columns of the row list */
  summary: string[];
  /** minimum rows of a case (within each enclosing row) */
  min?: number;
  /** maximum rows */
  max?: number;
  collapsed?: boolean;
  visibleWhen?: string;
  content: ContentSource[];
}

export type ContentSource = ItemSource | SectionSource | GroupSource;

export interface PageSource {
  $schema?: string;
  page: string;
  label: LocalizedText;
  /**
   * form: one form; rows: a summary list of rows and a form per row; custom: drawn by its own component (RE, WF, AT);
   * envelope: no tab, filled in when the case is sent
   */
  kind: 'form' | 'rows' | 'custom' | 'envelope';
  /** kind `rows`: the group whose rows the page lists */
  rows?: Omit<GroupSource, 'content'>;
  /** the next page in wizard order */
  next: string | null;
  content: ContentSource[];
}

/** Position of an appendix's node: after an item or group, or at the end of a section or group. */
export interface Placement {
  page: string;
  after?: string;
  in?: string;
}

/** `code`: symbols that people know, such as mg; `label`: codes that are words or mean nothing to people. */
export type CodeShown = 'code' | 'label';

export interface CodeListSource {
  $schema?: string;
  codeList: string;
  label?: LocalizedText;
  /** OID written as code system in E2B */
  codeSystem?: string;
  /** whether the browser may cache lists of this kind (specification section 5, end) */
  cached?: boolean;
  /** whether codes outside the list are allowed (UCUM units of tests) */
  open?: boolean;
  /** what people see of a code; default: both in fields, the label elsewhere */
  shown?: CodeShown;
  /** `also`: the same code as other lists, or people, write it */
  codes: { code: string; label: LocalizedText; also?: string[]; deleted?: boolean }[];
}

/**
 * Changes of an appendix to an existing item: values are replaced, except `required` and `boxes`, which are added. Of
 * a group, or a section (as `PAGE/section`), it can change `label`, `visibleWhen` and `hidden`; of a section `help`,
 * too.
 */
export type ItemOverlay = Partial<
  Pick<
    ItemSource,
    | 'label'
    | 'help'
    | 'maxLength'
    | 'codeList'
    | 'dictionary'
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

/** One file per region. */
export interface AppendixSource {
  $schema?: string;
  appendix: string;
  authority: string;
  label: LocalizedText;
  items: (ItemSource & Placement)[];
  groups: (GroupSource & Placement)[];
  sections?: (SectionSource & Placement)[];
  overlays?: Record<string, ItemOverlay>;
  codeLists?: CodeListSource[];
  /** elements of the message with items of this region only, as in `e2b/containers.json` */
  containers?: E2bContainer[];
  /** as in a rules file; the authority is the appendix's */
  profiles?: ProfileSource[];
  messages?: Record<string, LocalizedText>;
  rules?: RuleSource[];
  /** rules of other files that this authority shares: its id by theirs */
  same?: Record<string, string>;
  /** code systems of the authority, by the placeholder of the standard that they replace in its messages */
  codeSystems?: Record<string, string>;
}

/** One `schemas/obligations/*.obligations.json`: when a case is reportable to a receiver. */
export interface ObligationsSource {
  $schema?: string;
  /** receiver name in reports */
  receiver: string;
  /** the timelines are samples, not the regulation */
  example: boolean;
  /** cases reportable to the receiver; default: all. A CEL expression. */
  when?: string;
  rules: ObligationRuleSource[];
}

interface ObligationRuleSource {
  /** unique among all receivers */
  id: string;
  /** lower numbers are evaluated first; unique in a file */
  priority: number;
  label: LocalizedText;
  when?: string;
  /** calendar days from day 0 to the due date */
  days: number;
  /** the source of the rule */
  source: string;
}

/** One `schemas/receivers/*.receivers.json`: which receivers get a case. */
export interface ReceiversSource {
  $schema?: string;
  receivers: string;
  type: 'authority' | 'partner';
  /** an appendix; default: receivers of every region */
  region?: string;
  /** of an authority: how its messages are addressed; the first one that fits is taken */
  routes?: ReceiverRoute[];
  /** patterns of the names of files, of batches and of answers */
  files?: { batch: string; answer?: string };
  /** an authority that answers in digits */
  answerCodes?: AnswerCodesSource;
  rules: ReceiverRule[];
}

/** How messages to an authority are addressed where its record does not say so. */
export interface ReceiverRoute {
  /** of the sponsor, of the code list company-type; default: all */
  companyType?: string;
  /** which cases; default: all. A CEL expression. */
  when?: string;
  production: EnvelopeAddress;
  test: EnvelopeAddress;
}

/** Identifiers of the receiver in the envelope of a batch and of its messages. */
export interface EnvelopeAddress {
  batch: string;
  message: string;
}

/** Codes of 11 digits in answers: section, item, rows and error. */
export interface AnswerCodesSource {
  /** letters of sections by their digit */
  sections: Record<string, string>;
  /** item ids by the digits of section and item, as the authority's table has them */
  items?: Record<string, string>;
  /** errors by their digits */
  errors: Record<string, LocalizedText>;
}

/** It holds if all of its conditions hold. */
export interface ReceiverRule {
  /** unique among all receivers */
  id: string;
  label: LocalizedText;
  /** a CEL expression */
  when?: string;
  /** a report is due to the authority of the receiver's region */
  due?: true;
  /** the receiver got an earlier version of the case */
  informed?: true;
  /** a suspect product is authorised in one of these countries */
  authorisedIn?: string[];
  /** drug roles of suspect products */
  suspects?: string[];
  source: string;
}

/** One `schemas/completeness/*.completeness.json`: how complete the rows of a group are, from 0 to 1. */
export interface CompletenessSource {
  $schema?: string;
  completeness: string;
  label: LocalizedText;
  /** where the measure is published */
  source: string;
  /** the group whose rows are scored */
  rows: string;
  /** rows that are scored; default: all. A CEL expression, evaluated in the row. */
  when?: string;
  /** a score above it is good enough */
  good: number;
  /** the draft of a mail to the reporter; `{caseNo}`, `{questions}` and `{userName}` are replaced */
  letter?: { subject: LocalizedText; text: LocalizedText };
  criteria: CompletenessCriterion[];
}

export interface CompletenessCriterion {
  /** unique in the file */
  criterion: string;
  label: LocalizedText;
  /** to the reporter; without it nobody is asked */
  question?: LocalizedText;
  /** items that hold the information, the first one to enter first */
  items: string[];
  /** the first one that holds applies; `penalty`: the part of the score that is lost, from 0 to 1 */
  penalties: { when: string; penalty: number; label: LocalizedText }[];
}

/** One `schemas/headers/*.header.json`: the facts in the header of a case, in order. */
export interface HeaderSource {
  $schema?: string;
  header: string;
  facts: HeaderFact[];
}

/** It has one of `from`, `worst` and `shows`. Items and groups are named by role. */
export interface HeaderFact {
  fact: string;
  label: LocalizedText;
  /** the first of these that has a value */
  from?: HeaderOrigin[];
  /** the first of these yes/no items that is Yes in a row of the group */
  worst?: { rows: string; roles: string[] };
  /** computed by the product */
  shows?: 'dayZero' | 'due' | 'submissions' | 'owner' | 'completeness';
}

/** Items of the case, or of the first fitting row of a group. */
export interface HeaderOrigin {
  rows?: string;
  only?: HeaderMatch;
  /** rows that come before the others, by the first match that holds */
  first?: HeaderMatch[];
  roles: string[];
  /** around the value, with `{value}` */
  text?: LocalizedText;
}

export interface HeaderMatch {
  role: string;
  values: string[];
}

/** A file with its name, so that a finding can refer to it. */
export interface SourceText {
  /** path below `schemas/`, with forward slashes */
  file: string;
  text: string;
}

/** A finding of `lintSchemas`, worded for analysts. */
export interface SourceFinding {
  file: string;
  line: number;
  column: number;
  severity: 'error' | 'warning';
  rule: string;
  message: string;
  /** end of the marked range, exclusive; without it the finding is a point */
  endLine?: number;
  endColumn?: number;
  /** a replacement that fixes it, if there is a single one */
  fix?: SourceFix;
}

/** A replacement of a range of the finding's file; lines and columns are 1-based, the end is exclusive. */
interface SourceFix {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  text: string;
}

/**
 * A small case. A key is an item id, followed by row numbers for a row other than the first (`E.i.7|2`); rows are
 * created as needed.
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
  /** runs only for receivers with these profiles; default: all of the authority */
  profiles?: string[];
  /** runs only where the receiver has accepted an earlier report of the case, as the check of a batch knows */
  laterReportsOnly?: true;
  severity: 'error' | 'warning' | 'info';
  /** the items of the rule; the finding is attached to the first one */
  items: string[];
  /** `case`, or the group once per row of which it runs; default: the innermost group of the first item */
  scope?: string;
  /** runs if this holds; default: always */
  when?: string;
  /** true: no finding */
  check: string;
  /** the message, or the name of one of the file's messages */
  message: LocalizedText | string;
  /** the source of the rule */
  source: string;
  examples: { pass: RuleExample; fail: RuleExample };
  /** rules that it restates in its authority's terms: they do not run if this one does */
  replaces?: string[];
}

/** A profile of the authority's receivers, and the condition on the envelope that selects it. */
export interface ProfileSource {
  profile: string;
  when: string;
}

/** One `schemas/rules/*.rules.json`. */
export interface RulesSource {
  $schema?: string;
  /** authority of the rules; those of ICH run for every receiver */
  authority: string;
  profiles?: ProfileSource[];
  messages?: Record<string, LocalizedText>;
  rules: RuleSource[];
  /** rules of other files that this authority shares: its id by theirs. Only its id is reported then. */
  same?: Record<string, string>;
}

/** Files that an item accepts. */
export interface AcceptedFile {
  /** media types */
  types: string[];
  maxKb: number;
}

/** What an item of the control `chosenRecords` holds: records of case info, or roles. */
export type Choosable = 'role' | 'sender' | 'product' | 'study';

/** A limit of a user to assigned records (`shared/access/scope.ts`). */
export type RecordScope = 'senderKeys' | 'productKeys' | 'studyKeys';

export type RecordPrivilege = 'CASE_INFO' | 'ADMIN' | 'SYSTEM';

/** `schemas/records/<kind>/<kind>.record.json`: a kind of records, whose pages are in the same folder. */
export interface RecordSource {
  $schema?: string;
  /** its name, which is that of the folder */
  record: string;
  /** one record */
  label: LocalizedText;
  /** all records */
  listLabel: LocalizedText;
  menuId: string;
  /** column of selected rows with the key of the record */
  keyColumn: string;
  /** heading of that column in dialogs; default: they do not show it */
  keyLabel?: LocalizedText;
  /** the item that names a record */
  nameItem: string;
  /** whether two records that are not deleted may have the same name; default: no */
  sameNames?: boolean;
  /** whether one record must always be in use; default: no */
  keepOne?: boolean;
  /** whether a record is used only after another user than its authors has approved it; default: no */
  approval?: boolean;
  /** columns of the list that the product supplies, instead of those of every list of records */
  listColumns?: SuppliedColumn[];
  /** what READ and EDIT are required of; SYSTEM: the system administration. Default: CASE_INFO */
  privilege?: RecordPrivilege;
  /** address of its pages; default: `caseinfo/<kind>` */
  path?: string;
  /** last part of the address of a record; default: `detail` */
  detail?: string;
  /** users can be limited to some records of the kind */
  scope?: RecordScope;
  /** columns of selected rows beside those of list columns */
  columns?: JoinedColumn[];
}

/** As in `schemas/lists`. */
interface SuppliedColumn {
  column: string;
  label: LocalizedText;
  filterType: string;
  codes?: { code: string; label: LocalizedText; tone?: 'info' | 'success' | 'warning' | 'neutral' }[];
}

/** A column of selected rows that joins the texts of items. */
export interface JoinedColumn {
  column: string;
  label: LocalizedText;
  /** list columns of the kind */
  items: string[];
  /** in dialogs; `severalSenders`: where the sponsor is not its own only sender. Default: in no dialog */
  shown?: 'always' | 'severalSenders';
}
