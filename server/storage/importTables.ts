/** Tables of imports. */
import type { JSONColumnType } from 'kysely';
import type { Comparison } from '../../shared/contract/caseHistory.ts';
import type { DuplicateDocument } from '../../shared/duplicates/index.ts';
import type { Residue } from '../../shared/e2b/index.ts';
import type {
  Decision,
  ImportForm,
  MessageDetails,
  Outcome,
  Proposal,
  RunState,
} from '../../shared/import/import.types.ts';
import type { FormProposal } from '../../shared/report-reading/sheet.types.ts';
import type { Default } from './columnTypes.ts';

/** Files that a user imports together. */
export interface ImportRunTable {
  sponsor_key: number;
  run_key: string;
  user_key: number | null;
  user_id: string;
  user_name: string | null;
  sender_key: number | null;
  state: RunState;
  at: Date;
  confirmed_at: Default<Date | null>;
  ended_at: Default<Date | null>;
}

export interface ImportFileTable {
  sponsor_key: number;
  run_key: string;
  file_no: number;
  data_key: Default<number | null>;
  file_name: string;
  file_key: string;
  size: number | null;
}

/** One XML or SGML file. */
export interface ImportBatchTable {
  sponsor_key: number;
  run_key: string;
  batch_no: number;
  file_no: number;
  file_name: string;
  form: ImportForm | null;
  batch_number: Default<string | null>;
  sender: Default<string | null>;
  receiver: Default<string | null>;
  sent_at: Default<string | null>;
  residue: JSONColumnType<readonly Residue[], string | undefined>;
  acknowledged_at: Default<Date | null>;
  acknowledged_name: Default<string | null>;
}

/** The acknowledgement of a batch on its way to who sent the batch. */
export interface ImportAcknowledgementTable {
  sponsor_key: number;
  run_key: string;
  batch_no: number;
  process_key: string;
  file_name: string;
  file_key: string;
  receiver: string;
  receiver_key: number | null;
  transport: 'folder' | 'sftp';
  environment: 'production' | 'test';
  state: string;
  fault: Default<string | null>;
  created_at: Date;
  created_name: string;
  sent_at: Default<Date | null>;
}

/** One try to hand an acknowledgement over. */
export interface ImportAcknowledgementAttemptTable {
  sponsor_key: number;
  process_key: string;
  attempt_no: number;
  started_at: Date;
  ended_at: Default<Date | null>;
  outcome: Default<'handedOver' | 'notHandedOver' | 'failed' | 'unknown' | null>;
  message: Default<string | null>;
}

export interface ImportMessageTable {
  sponsor_key: number;
  run_key: string;
  seq: number;
  batch_no: number;
  message_no: number;
  message_number: Default<string | null>;
  case_number: Default<string | null>;
  first_received: Default<string | null>;
  most_recent: Default<string | null>;
  document: JSONColumnType<DuplicateDocument, string | null | undefined> | null;
  proposal: Default<Proposal | null>;
  target_root: Default<number | null>;
  target_seq: Default<number | null>;
  decision: Default<Decision | null>;
  decision_root: Default<number | null>;
  decision_seq: Default<number | null>;
  decided_at: Default<Date | null>;
  decided_id: Default<string | null>;
  decided_name: Default<string | null>;
  reason: Default<string | null>;
  /** compared fields of which the case stays as it is */
  stays: Default<string[]>;
  /** values of a printed form; null: the message is none */
  printed: JSONColumnType<readonly FormProposal[] | null, string | null | undefined>;
  /** keys of the addresses that a person has accepted; null: nobody has checked them */
  accepted: Default<string[] | null>;
  accepted_at: Default<Date | null>;
  accepted_name: Default<string | null>;
  outcome: Default<Outcome | null>;
  case_key: Default<number | null>;
  case_no: Default<string | null>;
  why: Default<string | null>;
  why_items: Default<string[]>;
  /** of the content for its case (`fingerprintOf`); null: not read, or imported by an earlier release */
  fingerprint: Default<string | null>;
  /** from the stored version, or the earlier message, with the same time of creation; null: none is compared */
  difference: JSONColumnType<Comparison | null, string | null | undefined>;
  fault: Default<string | null>;
  errors: Default<number>;
  warnings: Default<number>;
  sent_at: Default<string | null>;
  details: JSONColumnType<Partial<MessageDetails>, string | undefined>;
}

/** The tables by name. */
export interface ImportTables {
  import_run: ImportRunTable;
  import_file: ImportFileTable;
  import_batch: ImportBatchTable;
  import_acknowledgement: ImportAcknowledgementTable;
  import_acknowledgement_attempt: ImportAcknowledgementAttemptTable;
  import_message: ImportMessageTable;
}
