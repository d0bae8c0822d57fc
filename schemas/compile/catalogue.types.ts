/** The compiled catalogue: what form, storage, audit, lists, validation and E2B read. Plain data, safe to send as JSON. */
import type { E2bContainer, E2bSlot } from '../e2b/e2b.types.ts';
import type { ItemSelection } from './selections.ts';
import type { Conformance, Control, DatePrecision, ItemOverlay, Words, PageSource } from './sources.types.ts';

export interface CatalogueItem {
  itemId: string;
  /** path-safe property name for rjsf (`D.2.1` -> `D_2_1`); unique */
  formKey: string;
  page: string;
  /** ids of the repeating groups around the item, outermost first; its length is the number of row numbers in an address */
  groups: string[];
  /** region that owns the item, null for ICH */
  appendix: string | null;
  label: Words;
  help: Words | null;
  control: Control;
  role: string | null;
  maxLength: number | null;
  number: { decimals?: number; min?: number; max?: number; qualifier?: boolean } | null;
  precision: { min: DatePrecision; max: DatePrecision } | null;
  futureAllowed: boolean;
  codeList: string | null;
  dictionary: string | null;
  nullFlavors: string[];
  notation: boolean;
  unitOf: string | null;
  versionOf: string | null;
  textOf: string | null;
  /** items drawn with this one: its unit, its version, its free text */
  unitItem: string | null;
  versionItem: string | null;
  textItem: string | null;
  /** of a coded item; null where it has no dictionary */
  coding: ItemCoding | null;
  /** left out: nothing is chosen for it */
  selection?: ItemSelection;
  span: number;
  required: Conformance;
  privacy: boolean;
  blinded: boolean;
  onHide: 'keep' | 'clear' | 'keepNotExported';
  visibleWhen: string | null;
  requiredWhen: string | null;
  readOnlyWhen: string | null;
  /** the value is what this expression answers; nobody types it */
  computed: string | null;
  /** boxes of printed reports, as `REPORT/BOX` */
  boxes: string[];
  list: { column: boolean; filterType: string };
  e2b: E2bSlot[];
  certainty: 'sure' | 'likely' | 'doubtful';
  /** place in display order over the whole case, for sorting audit, findings and exports */
  sort: number;
}

/** What the dictionary of a coded item has, and what says in words what the item codes. */
interface ItemCoding {
  /** codes are recommended */
  recommended: boolean;
  /** an entry is shown in a dialog of its own */
  details: boolean;
  /** items at the same address whose text says the term, the best one first */
  texts: string[];
}

export interface CatalogueGroup {
  group: string;
  page: string;
  /** repeating groups around it, outermost first, itself last */
  groups: string[];
  appendix: string | null;
  label: Words;
  rowLabel: Words;
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
      label: Words;
      help: Words | null;
      collapsed: boolean;
      visibleWhen: string | null;
      content: LayoutNode[];
    }
  | { type: 'group'; group: string; content: LayoutNode[] };

export interface CataloguePage {
  page: string;
  label: Words;
  kind: PageSource['kind'];
  /** kind `rows`: id of the group whose rows the page's rows are */
  group: string | null;
  next: string | null;
  /** items attached to another one (unit, version, text) do not stand in the layout */
  layout: LayoutNode[];
}

export interface CodeList {
  codeList: string;
  codeSystem: string | null;
  cached: boolean;
  /** codes outside the list are allowed */
  open: boolean;
  codes: { code: string; label: Words; deleted?: boolean }[];
}

/** A printed form: which items stand in which of its boxes, in display order. */
export interface CatalogueReport {
  report: string;
  label: Words;
  boxes: { box: string; label: Words; items: string[] }[];
}

/** Which cases a receiver is told of, and within how many days. */
export interface ReceiverObligations {
  receiver: string;
  /** the days are examples, not the law */
  example: boolean;
  /** null: every case concerns it */
  when: string | null;
  /** by priority: the first one that holds gives the days */
  rules: ObligationRule[];
}

export interface ObligationRule {
  id: string;
  priority: number;
  label: Words;
  /** null: all that came so far */
  when: string | null;
  /** calendar days from day 0 to the last day in time */
  days: number;
  source: string;
}

interface CatalogueAppendix {
  appendix: string;
  authority: string;
  label: Words;
}

/** Items and groups that the region leaves out of its forms, by name. */
export interface Unseen {
  items: Record<string, CatalogueItem>;
  groups: Record<string, CatalogueGroup>;
}

/**
 * Everything about all items of all regions (storage, E2B, import). `forAppendix(catalogue, 'KR')` gives the same
 * shape with overlays applied and other regions' items left out (forms, required marks).
 */
export interface Catalogue {
  /** hash of the sources; stored with each case version */
  version: string;
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
  /** elements of the message that appendices add to those of the structure */
  containers: E2bContainer[];
  /** of a region: what it does not show but its expressions read (`forExpressions`); absent where there is none */
  unseen?: Unseen;
  /** by appendix and by item, group or `PAGE/section`: what `forAppendix` changes; empty once applied */
  overlays: Record<string, Record<string, ItemOverlay>>;
}
