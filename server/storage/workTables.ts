/** Tables of what is done with cases, and of what is found in them: workflow, deadlines, duplicates, warnings, mails. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { DuplicateDocument } from '../../shared/duplicates/index.ts';
import type { ObligationReason } from '../../shared/obligations/obligations.ts';
import type { QuestionEvent, QuestionState } from '../../shared/questions/questions.ts';
import type { Default, Flag } from './columnTypes.ts';

/** A step of a sponsor's workflow. */
export interface WorkflowStepTable {
  sponsor_key: number;
  workflow_key: string;
  sort: number;
  /** by language; `en` is always there */
  name: JSONColumnType<Record<string, string>>;
  description: Default<string>;
  due_days: number | null;
  normal_hours: Default<number | null>;
  maximum_hours: Default<number | null>;
  alarm_owner: Default<boolean>;
  alarm_role_ids: Default<number[]>;
  editable: Default<boolean>;
  is_saved: Default<boolean>;
  approval: Default<boolean>;
  four_eyes: Default<boolean>;
  del_flag: Default<Flag>;
  /** days and calendar that the due times of the cases in it were reckoned with */
  due_with: Default<string | null>;
}

export interface WorkflowStepRoleTable {
  sponsor_key: number;
  workflow_key: string;
  role_id: number;
}

export interface WorkflowRouteTable {
  sponsor_key: number;
  from_key: string;
  to_key: string;
}

/** A question at a field of a case. */
export interface CaseQuestionTable {
  sponsor_key: number;
  question_key: Generated<number>;
  root_case_key: number;
  item_id: string;
  row_no: number;
  row_no2: number;
  row_no3: number;
  page: string;
  page_row: number;
  /** by language */
  place: JSONColumnType<LocalizedText>;
  /** null: the reporter */
  addressee: number | null;
  /** CCYYMMDD */
  due: string | null;
  state: QuestionState;
  asker: number;
  changed_at: Date;
  /** the mail to the reporter that holds it; null: none */
  mail_key: Default<number | null>;
}

/** A step of a question, with the words of who made it. */
export interface CaseQuestionStepTable {
  sponsor_key: number;
  question_key: number;
  step_no: number;
  type: 'ask' | QuestionEvent;
  text: string;
  at: Date;
  /** null: a receiver */
  user_key: number | null;
  user_name: string;
}

/** One routing of a case. */
export interface CaseWorkflowTable {
  sponsor_key: number;
  case_key: number;
  step_no: number;
  /** null: the case began here; the same as `to_status`: a user claimed the case */
  from_status: string | null;
  to_status: string;
  from_name: JSONColumnType<Record<string, string> | null, string | null>;
  to_name: JSONColumnType<Record<string, string>>;
  role_id: number | null;
  role_name: string | null;
  user_key: number | null;
  user_name: string | null;
  comments: Default<string>;
  most_recent: string | null;
  due_at: Date | null;
  delay_days: number | null;
  /** when the version came to the step that it leaves; null: it leaves none */
  entered_at: Date | null;
  at: Date;
  by_user_key: number | null;
  by_name: string;
  edited_by_user_key: number | null;
  override_reason: string | null;
}

/** A report that a case owes a receiver; dates are CCYYMMDD in the sponsor's time zone. */
export interface CaseObligationTable {
  sponsor_key: number;
  case_key: number;
  receiver: string;
  rule_id: string;
  day0: string;
  /** day 0 of the version: later than `day0` where the report is inherited from an earlier one */
  version_day0: string;
  days: number;
  due: string;
  reason: JSONColumnType<ObligationReason>;
  /** the day on which a report was sent to the receiver; null: it is still due */
  met: string | null;
  root_case_key: number;
  /** the day on which the report that the receiver accepted was sent; null: none was accepted */
  accepted: string | null;
  /** the version is no longer reportable by the rule, which the report tells a receiver that has an earlier version */
  closes: Default<boolean>;
  /** replaced by the due report of a later version, or of a deleted case: it counts in no figure */
  superseded: Default<boolean>;
  /** it was sent in time, as was the report that the receiver accepted; null: not yet */
  in_time: GeneratedAlways<boolean | null>;
  accepted_in_time: GeneratedAlways<boolean | null>;
}

/** What the duplicate check compares of the newest version of a case. */
export interface CaseSearchTable {
  sponsor_key: number;
  root_case_key: number;
  case_key: number;
  document: JSONColumnType<DuplicateDocument>;
}

/** Two cases, by their first versions, that a user dismissed as duplicates. */
export interface NotDuplicateTable {
  sponsor_key: number;
  low_key: number;
  high_key: number;
  reason: string;
  at: Date;
  user_key: number;
  user_name: string;
}

/** How far a projection has been rebuilt over all cases of a sponsor. */
export interface ProjectionProgressTable {
  sponsor_key: number;
  name: string;
  version: string;
  walked_to: Default<number>;
  done: Default<boolean>;
}

/** A record for which a projection is out of date. */
export interface ProjectionStaleTable {
  sponsor_key: number;
  name: string;
  record_key: number;
  retry_at: Date | null;
}

export interface CaseWarningTable {
  sponsor_key: number;
  case_key: number;
  warning: string;
  item_id: string;
  row_no: number;
  row_no2: number;
  row_no3: number;
  found: string;
  page: string;
  page_row: number;
  receivers: string[];
  message: JSONColumnType<Record<string, string> | null, string | null>;
  term: string | null;
  place: JSONColumnType<Record<string, string>>;
  blinded: boolean;
}

/** What a receiver answered to a report. */
export interface SubmissionAckTable {
  sponsor_key: number;
  case_key: number;
  receiver: string;
  at: Date;
  code: string;
  text: Default<string>;
}

/** A mail about a case, without what it said. */
export interface EmailLogTable {
  sponsor_key: number;
  email_key: Generated<number>;
  case_key: number;
  at: Date;
  user_key: number | null;
  user_id: string;
  user_name: string;
  report_id: string;
  receiver: string | null;
  size: number;
  has_password: boolean;
  /** the file that it carried */
  file_key: Default<string | null>;
  file_name: Default<string | null>;
  /** what its report was made with, as JSON */
  options: ColumnType<object, string | undefined, never>;
}

export interface EmailLogRecipientTable {
  sponsor_key: number;
  email_key: number;
  recipient_no: number;
  user_name: string;
  address: string;
  outbox_key: number | null;
}
