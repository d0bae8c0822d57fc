/** Rules from the items of a study to the items of a case. They are data: a closed list of transforms, no script. */
import type { ItemValue } from '../case/itemValue.ts';
import type { SourceAddress } from '../study-data/studyData.ts';

export type Transform =
  /** trimmed; longer than the item takes: a problem, never cut */
  | { kind: 'text' }
  /** ISO 8601, partial dates as they are; unknown parts are cut from the right */
  | { kind: 'date' }
  /** digits as the source wrote them */
  | { kind: 'number' }
  /** must be a code of the target's list or dictionary */
  | { kind: 'code' }
  /** total: a value without an entry is a problem. A text `null:XX` sets a null flavor. */
  | { kind: 'map'; values: Record<string, string> }
  /** through a record of case info: its item, found by the item that equals the source value */
  | { kind: 'lookup'; record: string; by: string; item: string }
  | { kind: 'constant'; value: string }
  /** a number with its unit from another item of the row, converted to the unit */
  | { kind: 'unit'; unit: string; unitItemOid: string | null }
  /** a line with a label at the end of the text */
  | { kind: 'append'; label: string }
  /** a country name or code to ISO 3166-1 alpha-2 */
  | { kind: 'country' }
  /** a dosage form or route by its name in the code list of the target */
  | { kind: 'term' };

export const CONDITION_OPERATORS = [
  'EQ',
  'NOT_EQ',
  'RANGE',
  'LIKE',
  'NOT_LIKE',
  'NULL',
  'NOT_NULL',
  'IN',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** A test of one item; the row itself, one that encloses it, and the facts of the subject are read. */
export interface RuleCondition {
  itemOid: string;
  operator: ConditionOperator;
  /** none for NULL and NOT_NULL, two for RANGE (an empty one is open), any number for IN, otherwise one */
  values: string[];
}

/**
 * The form of facts that are no item of a form: `subject.label`, `site.country`, `study.protocol` ... They are picked like
 * items, and belong to no row.
 */
export const FACTS_FORM = '';
export const SUBJECT_FACTS = [
  'subject.key',
  'subject.label',
  'site.oid',
  'site.name',
  'site.country',
] as const;
export const STUDY_FACTS = ['study.oid', 'study.number', 'study.name', 'study.protocol'] as const;

export interface RuleSource {
  /** '*': any event */
  eventOid: string;
  /** `FACTS_FORM`: facts of the subject; of a constant also: it belongs to no row */
  formOid: string;
  groupOid: string;
  /** null: a constant needs none */
  itemOid: string | null;
  /**
   * which row: the one that the target's row, or one that encloses it, is made from; or of all rows of the group. Events that
   * are not selected are no rows.
   */
  row: 'same' | 'first' | 'last' | 'all' | { matching: RuleCondition[] };
}

export interface MappingRule {
  /** item of the case */
  itemId: string;
  /** from 1: order among the sources of one target */
  targetSeqNo: number;
  /** the metadata version it was made for */
  metadataVersion: string;
  source: RuleSource;
  transform: Transform;
  condition: RuleCondition[];
  /** of the first source of a target: joins all of them, and all rows; null: the first that has a value */
  joinWith: string | null;
  nullFlavorWhenEmpty: string | null;
  /** a value that a person changed since the last sync is overwritten never, only if it was not changed, or always */
  overwrite: 'never' | 'ifUntouched' | 'always';
  /** a change of the source is reason for a follow-up version */
  significant: boolean;
  comment: string;
  /** rises with each save */
  version: number;
}

/**
 * The rows of a group of the case are made from the rows of a source group; of several source groups, in the order of
 * their rules. A nested group takes the row of the enclosing one where both have the same source group.
 */
export interface GroupRule {
  /** group of the case */
  groupId: string;
  source: { formOid: string; groupOid: string; condition: RuleCondition[] };
  /** only the rows that are selected for the sync (adverse events), or all of the subject */
  rows: 'selected' | 'all';
  /** only rows that were under way in the days before an event; null: whenever they were */
  window: RowWindow | null;
  version: number;
}

/** A period of a row, compared with the onset of the selected events. What is unknown is no reason to leave a row out. */
export interface RowWindow {
  /** '': it is not collected */
  startItemOid: string;
  /** '': it is not collected */
  endItemOid: string;
  /** of the event */
  onsetItemOid: string;
  /** at most `MAX_WINDOW_DAYS` */
  days: number;
}

export const MAX_WINDOW_DAYS = 3660;

export interface RuleSet {
  /** the group whose rows are the events that can be synced, with the items that the dialog shows */
  event: {
    formOid: string;
    groupOid: string;
    termItemOid: string;
    /** null: the study has none, every event is shown as not serious */
    seriousItemOid: string | null;
    /** values that mean serious */
    seriousValues: string[];
    /** the item with the status of the booklet; null: the column is not shown */
    bookletItemOid: string | null;
  };
  groups: GroupRule[];
  rules: MappingRule[];
}

/** One source of a value. */
export interface MappedPart {
  rule: { itemId: string; targetSeqNo: number; version: number };
  /** null: a constant */
  source: SourceAddress | null;
  /** of the row, since rows may share an address after some of them were renumbered; left out: of no row */
  recordKey?: string;
  /** as the source wrote it; null: it is explicitly empty, or there is none */
  sourceText: string | null;
}

/** A value of a case as the rules make it. */
export interface MappedValue {
  /** `addressKey` of the item; rows are numbered from 1 in the order of their source rows */
  address: string;
  value: ItemValue;
  /** what it was made of: one, or those that were joined, in order */
  parts: MappedPart[];
}

export const PROBLEM_KINDS = [
  'unmapped',
  'too-long',
  'bad-date',
  'bad-number',
  'bad-code',
  'no-unit',
  'too-small',
  'not-found',
  'no-source',
  'no-target',
] as const;

export interface MappingProblem {
  kind: (typeof PROBLEM_KINDS)[number];
  address: string;
  rule: { itemId: string; targetSeqNo: number };
  source: SourceAddress | null;
  recordKey?: string;
  sourceText: string | null;
}

export interface MappedCase {
  values: MappedValue[];
  problems: MappingProblem[];
  /** record key of the source row that each row of the case was made from, by `groupId|rowNo` (`|rowNo2`) */
  rows: Record<string, string>;
}
