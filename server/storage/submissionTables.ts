/** Tables of submissions. */
import type { Generated, JSONColumnType } from 'kysely';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ManualStatus } from '../../shared/submission/delayed.ts';
import type { ReportKind } from '../../shared/submission/kindOfReport.ts';
import type { SettingValues } from '../../shared/connections/settingFields.ts';
import type { RemoteTransport, TransportName } from '../../shared/submission/transports.ts';
import type { PredictedAnswer } from '../../shared/submission/predictAnswer.ts';
import type { Default } from './columnTypes.ts';

/** One file to one receiver. */
export interface SubmissionBatchTable {
  sponsor_key: number;
  batch_key: Generated<number>;
  process_key: string;
  sender_key: number;
  sender_id: string;
  receiver: string;
  region: string;
  batch_receiver: string;
  message_receiver: string;
  environment: 'production' | 'test';
  transport: TransportName;
  receiver_key: Default<number | null>;
  remote_id: Default<string | null>;
  pretend: Default<string | null>;
  notation: boolean;
  batch_number: string;
  file_pattern: Default<string | null>;
  file_name: Default<string | null>;
  state: Default<string>;
  file_key: Default<string | null>;
  file_size: Default<number | null>;
  frozen_at: Default<Date | null>;
  unblinded: Default<boolean>;
  masked: Default<string[] | null>;
  catalogue_version: Default<string | null>;
  dictionaries: JSONColumnType<Record<string, string>, string | undefined>;
  check_no: Default<number>;
  checked_at: Default<Date | null>;
  fault: Default<string | null>;
  created_at: Date;
  created_by: number;
  created_name: string;
  confirmed_at: Default<Date | null>;
  confirmed_name: Default<string | null>;
  comment: Default<string>;
  sent_at: Default<Date | null>;
  answered_at: Default<Date | null>;
  manual_status: Default<ManualStatus | null>;
}

/** One version of a case in a batch. */
export interface SubmissionMessageTable {
  sponsor_key: number;
  batch_key: number;
  seq: number;
  case_key: number;
  root_case_key: number;
  case_number: Default<string>;
  message_number: Default<string>;
  kind: ReportKind;
  version_time: Default<Date | null>;
  serious: boolean | null;
  state: Default<string>;
  predicted: JSONColumnType<PredictedAnswer | null, string | undefined>;
  answer_code: Default<string | null>;
  answer_text: Default<string | null>;
  local_number: Default<string | null>;
  answered_at: Default<Date | null>;
  /** the question that a rejection opened */
  correction_key: Default<number | null>;
  /** of the batch, if it was sent, and not as a test */
  receiver: Default<string | null>;
  sent_at: Default<Date | null>;
}

/** One try to hand a batch over. */
export interface SubmissionAttemptTable {
  sponsor_key: number;
  batch_key: number;
  attempt_no: number;
  started_at: Date;
  ended_at: Default<Date | null>;
  outcome: Default<'handedOver' | 'notHandedOver' | 'failed' | 'unknown' | null>;
  fault: Default<string | null>;
  message: Default<string | null>;
}

export interface SubmissionEventTable {
  sponsor_key: number;
  event_key: Generated<number>;
  batch_key: number;
  seq: Default<number | null>;
  type: string;
  code: Default<string | null>;
  text: Default<string | null>;
  at: Date;
  remote_at: Default<string | null>;
  user_name: Default<string | null>;
  file_key: Default<string | null>;
}

export interface SubmissionFindingTable {
  sponsor_key: number;
  finding_key: Generated<number>;
  batch_key: number;
  check_no: number;
  seq: number | null;
  check_id: string;
  severity: 'error' | 'warning' | 'info';
  rule_id: Default<string>;
  item_id: Default<string | null>;
  row_no: Default<number>;
  row_no2: Default<number>;
  row_no3: Default<number>;
  message: JSONColumnType<LocalizedText>;
  reason: Default<string | null>;
  reason_name: Default<string | null>;
  reason_at: Default<Date | null>;
}

/** A revision of comment and manual status. */
export interface SubmissionRevisionTable {
  sponsor_key: number;
  batch_key: number;
  revision_no: number;
  comment: string;
  old_status: string | null;
  new_status: string | null;
  at: Date;
  user_name: string;
}

/** A file that arrived. */
export interface SubmissionInboxTable {
  sponsor_key: number;
  inbox_key: Generated<number>;
  at: Date;
  file_key: string;
  file_name: string;
  sender_id: Default<string | null>;
  batch_number: Default<string | null>;
  code: Default<string | null>;
  problem: Default<string | null>;
  batch_key: Default<number | null>;
  assigned_name: Default<string | null>;
}

/** How batches reach one receiver. */
export interface TransportProfileTable {
  sponsor_key: number;
  receiver_key: number;
  adapter: RemoteTransport;
  active: boolean;
  settings: JSONColumnType<SettingValues>;
  secrets: Buffer;
  certificate_until: string | null;
  secret_until: string | null;
  certificate_warned: Default<number | null>;
  secret_warned: Default<number | null>;
  failures: Default<number>;
  paused_until: Default<Date | null>;
  set_at: Date;
  set_by: string;
}

/** The tables by name. */
export interface SubmissionTables {
  submission_batch: SubmissionBatchTable;
  submission_message: SubmissionMessageTable;
  submission_attempt: SubmissionAttemptTable;
  submission_event: SubmissionEventTable;
  submission_finding: SubmissionFindingTable;
  submission_revision: SubmissionRevisionTable;
  submission_inbox: SubmissionInboxTable;
  transport_profile: TransportProfileTable;
}
