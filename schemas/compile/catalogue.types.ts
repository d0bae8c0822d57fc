/**
 * The compiled catalogue, read by form, storage, audit, lists, validation and E2B. Plain data, safe to send as JSON.
 */
import type { E2bContainer, E2bSlot } from '../e2b/e2b.types.ts';
import type { ReportBoxSource, ReportSource } from './reports.types.ts';
import type { ItemSelection } from './selections.ts';
import type {
  Choosable,
  CodeShown,
  Conformance,
  Control,
  DatePrecision,
  AcceptedFile,
  CompletenessSource,
  HeaderFact,
  ItemOverlay,
  ItemTemplate,
  NamedThing,
  TextPart,
  JoinedColumn,
  LocalizedText,
  PageSource,
  ReceiversSource,
  RecordPrivilege,
  RecordScope,
  RecordSource,
  InitialValue,
  ItemExpectedness,
} from './sources.types.ts';

export interface CatalogueItem {
  itemId: string;
  /** path-safe property name for rjsf (`D.2.1` -> `D_2_1`); unique */
  formKey: string;
  page: string;
  /** ids of the enclosing repeating groups, outermost first; its length is the number of row numbers in an address */
  groups: string[];
  /** region that owns the item, null for ICH */
  appendix: string | null;
  label: LocalizedText;
  /** English name in the standard; default: the label */
  officialName?: string;
  help: LocalizedText | null;
  control: Control;
  role: string | null;
  maxLength: number | null;
  number: { decimals?: number; min?: number; max?: number; qualifier?: boolean } | null;
  precision: { min: DatePrecision; max: DatePrecision } | null;
  futureAllowed: boolean;
  codeList: string | null;
  dictionary: string | null;
  /** the item whose value names the dictionary */
  dictionaryFrom?: string;
  nullFlavors: string[];
  notation: boolean;
  unitOf: string | null;
  versionOf: string | null;
  textOf: string | null;
  /** attached items: its unit, its version, its free text */
  unitItem: string | null;
  versionItem: string | null;
  textItem: string | null;
  /** of a coded item; null without a dictionary */
  coding: ItemCoding | null;
  /** default: no master selection fills it */
  selection?: ItemSelection;
  /** default: any file */
  file?: AcceptedFile;
  /** default: it holds no records */
  chooses?: Choosable;
  /** what it means that none is chosen; default: that there is none */
  choosesNone?: LocalizedText;
  /** given when the record is added, and never changed; default: it can be changed */
  fixed?: true;
  span: number;
  required: Conformance;
  privacy: boolean;
  /** shown only to users who may unblind: declared, or inherited from an item that it reads */
  blinded: boolean;
  /** default: blinding is declared, not inherited */
  blindedBy?: ItemReader[];
  /** of an item that left the schema files: what it read then, which still decides who sees its values; default: nothing */
  reads?: ItemReader[];
  onHide: 'keep' | 'clear' | 'keepNotExported';
  visibleWhen: string | null;
  requiredWhen: string | null;
  readOnlyWhen: string | null;
  /** the value is computed by this expression and cannot be entered */
  computed: string | null;
  /** in a case that is added on the screen; default: empty */
  initial?: InitialValue;
  /** what the case computes for the item and its unit, which keep what is entered */
  calculated?: string;
  /** offered below the empty field */
  offer?: 'today';
  /** says whether a reaction is expected: values to suggest, and the country whose information counts; default: none */
  expectedness?: ItemExpectedness;
  /** what of a text is proposed for it, or that it is such a text; default: nothing */
  fromText?: TextPart | 'text';
  /** what its text is the name of; default: nothing that is searched for by kind */
  names?: NamedThing;
  /** of records: the text is a template; default: it is none */
  template?: ItemTemplate;
  /** boxes of printed reports, as `REPORT/BOX` */
  boxes: string[];
  list: { column: boolean; select: boolean; filterType: string };
  e2b: E2bSlot[];
  certainty: 'sure' | 'likely' | 'doubtful';
  /** display order over the whole case, for sorting audit, findings and exports */
  sort: number;
}

/** An item that an item reads, and by what. */
export interface ItemReader {
  reads: string;
  by:
    | 'computed'
    | 'calculated'
    | 'initial'
    | 'visibleWhen'
    | 'requiredWhen'
    | 'readOnlyWhen'
    | 'attached'
    | 'coding';
}

/** The dictionary of a coded item, and the items with the text that it codes. */
interface ItemCoding {
  /** supports recommended codes */
  recommended: boolean;
  /** an entry has a details dialog */
  details: boolean;
  /** items at the same address with the text of the term, the best one first */
  texts: string[];
  /** values of search fields that each look-up of the item has; default: none */
  fields?: Record<string, string>;
}

/** With the functions of the region's own dictionary. */
export type CatalogueOverlay = ItemOverlay & { coding?: Pick<ItemCoding, 'recommended' | 'details'> };

export interface CatalogueGroup {
  group: string;
  page: string;
  /** enclosing repeating groups, outermost first, itself last */
  groups: string[];
  appendix: string | null;
  label: LocalizedText;
  rowLabel: LocalizedText;
  role: string | null;
  rowsOf: string | null;
  summary: string[];
  min: number;
  max: number | null;
  collapsed: boolean;
  visibleWhen: string | null;
}

export type LayoutNode =
  | { type: 'item'; itemId: string }
  | {
      type: 'section';
      section: string;
      label: LocalizedText;
      help: LocalizedText | null;
      collapsed: boolean;
      visibleWhen: string | null;
      content: LayoutNode[];
    }
  | { type: 'group'; group: string; content: LayoutNode[] };

export interface CataloguePage {
  page: string;
  label: LocalizedText;
  kind: PageSource['kind'];
  /** kind `rows`: id of the group whose rows the page lists */
  group: string | null;
  next: string | null;
  /** attached items (unit, version, text) are not in the layout */
  layout: LayoutNode[];
}

export interface CodeList {
  codeList: string;
  codeSystem: string | null;
  cached: boolean;
  /** codes outside the list are allowed */
  open: boolean;
  /** default: code and label in fields, the label elsewhere */
  shown?: CodeShown;
  /** `also`: the same code as other lists write it */
  codes: { code: string; label: LocalizedText; also?: string[]; deleted?: boolean }[];
}

/** A report: what each box prints, and the items that name the box, in display order. */
export interface CatalogueReport extends Omit<ReportSource, '$schema' | 'boxes'> {
  boxes: (ReportBoxSource & { items: string[] })[];
}

/** The cases reportable to a receiver, and the timelines. */
export interface ReceiverObligations {
  receiver: string;
  /** the timelines are samples, not the regulation */
  example: boolean;
  /** null: every case is reportable */
  when: string | null;
  /** by priority: the first one that holds sets the timeline */
  rules: ObligationRule[];
}

export interface ObligationRule {
  id: string;
  priority: number;
  label: LocalizedText;
  /** null: the default rule */
  when: string | null;
  /** calendar days from day 0 to the due date */
  days: number;
  source: string;
}

interface CatalogueAppendix {
  appendix: string;
  authority: string;
  label: LocalizedText;
  /** code systems of the authority, by the placeholder of the standard that they replace */
  codeSystems: Record<string, string>;
}

/** Items and groups that the region leaves out of its forms, by name. */
export interface Unseen {
  items: Record<string, CatalogueItem>;
  groups: Record<string, CatalogueGroup>;
}

/** A kind of records, with a catalogue of its own of the same version. */
export interface RecordKind extends Omit<
  RecordSource,
  | '$schema'
  | 'record'
  | 'scope'
  | 'sameNames'
  | 'keepOne'
  | 'approval'
  | 'keyLabel'
  | 'columns'
  | 'privilege'
  | 'path'
  | 'detail'
> {
  kind: string;
  sameNames: boolean;
  keepOne: boolean;
  /** a record is used only after another user than its authors has approved it */
  approval: boolean;
  privilege: RecordPrivilege;
  path: string;
  detail: string;
  /** null: dialogs do not show the key */
  keyLabel: LocalizedText | null;
  columns: readonly JoinedColumn[];
  /** null: no user is limited to some records */
  scope: RecordScope | null;
  catalogue: Catalogue;
}

/**
 * All items of all regions (storage, E2B, import). `forAppendix(catalogue, 'KR')` returns the same structure with
 * overlays applied and without other regions' items (forms, conformance).
 */
export interface Catalogue {
  /** hash of the sources; stored with each case version */
  version: string;
  /** the same without what earlier sources contained: what a build is compiled from */
  filesVersion: string;
  appendix: string | null;
  pageOrder: string[];
  pages: Record<string, CataloguePage>;
  items: Record<string, CatalogueItem>;
  groups: Record<string, CatalogueGroup>;
  roles: Record<string, string>;
  groupRoles: Record<string, string>;
  appendices: CatalogueAppendix[];
  reports: Record<string, CatalogueReport>;
  /** by receiver, each with its rules by priority */
  obligations: ReceiverObligations[];
  /** which receivers get a case */
  receivers: ReceiversSource[];
  /** facts in the header of a case, in order */
  header: HeaderFact[];
  /** measures of how complete a case is */
  completeness: Omit<CompletenessSource, '$schema'>[];
  /** elements of the message that appendices add to the standard structure */
  containers: E2bContainer[];
  /** of a region: hidden parts that its expressions read (`forExpressions`); absent if there are none */
  unseen?: Unseen;
  /** by appendix and by item, group or `PAGE/section`: changes made by `forAppendix`; empty after it */
  overlays: Record<string, Record<string, CatalogueOverlay>>;
  /** by kind; empty in the catalogue of a kind */
  records: Record<string, RecordKind>;
}
