/** Tables of the synchronisation of adverse events with cases. */
import type { Generated, JSONColumnType } from 'kysely';
import type { EventProblem, SyncAction, SyncDecision, SyncState } from '../../shared/sync/syncEvent.ts';
import type { MappedPart } from '../../shared/sync/mappingRule.ts';
import type { Default } from './columnTypes.ts';

/** An adverse event of a study, as it was found in the rows of its source. */
export interface SyncEventTable {
  sponsor_key: number;
  source_key: number;
  study_oid: string;
  record_key: string;
  event_key: Generated<number>;
  subject_key: string;
  visit_no: number;
  visit: string;
  event_no: number;
  term: string;
  serious: boolean;
  /** null: the study has no booklets */
  booklet: string | null;
  state: SyncState;
  /** what changed since is reason for a follow-up */
  significant: Default<boolean>;
  /** it was serious when it was synchronised, and is not any more */
  downgraded: Default<boolean>;
  problem: JSONColumnType<EventProblem, string | null | undefined, string | null> | null;
  /** when the newest row of its subject was read or removed, as the event was found last */
  rows_at: Date;
  changed_at: Date;
  root_case_key: number | null;
  seq_no: number | null;
  serious_then: boolean | null;
  run_key: string | null;
  lease_until: Date | null;
  /** why a removed event stays in its case */
  remark: string | null;
}

/** What was done with an event. */
export interface SyncLogTable {
  sponsor_key: number;
  log_no: Generated<number>;
  event_key: number;
  at: Date;
  /** null: the product */
  user_key: number | null;
  user_name: string;
  action: SyncAction;
  case_no: Default<string>;
  reason: Default<string>;
}

/** Which row of a case was made of which row of the source. */
interface SyncRowTable {
  sponsor_key: number;
  root_case_key: number;
  group_id: string;
  /** '#' and a number where a rule makes the row of no record */
  record_key: string;
  row_no: number;
  row_no2: Default<number>;
  row_no3: Default<number>;
}

/** A value as a run synchronised it, with where it came from; the newest of an address applies. */
export interface SyncValueTable {
  sponsor_key: number;
  value_key: Generated<number>;
  root_case_key: number;
  run_key: string;
  /** from 1 in its run */
  value_no: number;
  case_key: number;
  /** addressKey */
  address: string;
  item_id: string;
  /** null: it is of the subject or a constant */
  event_key: number | null;
  value: string | null;
  null_flavor: string | null;
  parts: JSONColumnType<MappedPart[]>;
}

/** A value that the source has by its newest reading and that differs from what was synchronised last. */
export interface SyncDifferenceTable {
  sponsor_key: number;
  root_case_key: number;
  address: string;
  item_id: string;
  event_key: number;
  value: string | null;
  null_flavor: string | null;
  source_text: string | null;
  significant: boolean;
}

/** What a person decided about a difference; the newest of a subject applies. */
export interface SyncDecisionTable {
  sponsor_key: number;
  decision_no: Generated<number>;
  study_key: number;
  /** key of the row of the reconciliation list */
  subject: string;
  decision: SyncDecision;
  comment: string;
  at: Date;
  user_key: number;
  user_name: string;
}

/** The tables by name. */
export interface SyncTables {
  sync_event: SyncEventTable;
  sync_log: SyncLogTable;
  sync_row: SyncRowTable;
  sync_value: SyncValueTable;
  sync_difference: SyncDifferenceTable;
  sync_decision: SyncDecisionTable;
}
