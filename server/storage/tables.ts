/** The tables of storage/migrations as types. Times come as `Date` (milliseconds are all they hold), bigint as number. */
import type { ItemRight } from '../../shared/access/itemRights.ts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Static } from 'typebox';
import type { UserFilter } from '../../shared/contract/menus.ts';
import type { Residue } from '../../shared/e2b/index.ts';
import type { AccountTables } from './accountTables.ts';
import type { AuditTables } from './auditTables.ts';
import type { Default, Flag } from './columnTypes.ts';
import type {
  AiCodingChoiceTable,
  AiRecommendationTable,
  CaseCodingTable,
  CodingReviewTable,
  JudgedCodeTable,
  SecondCodingTable,
} from './codingTables.ts';
import type {
  DictionaryEntryTable,
  DictionaryReleaseTable,
  DictionarySearchTable,
} from './dictionaryTables.ts';
import type { JobDecisionTable, JobTable } from './jobTables.ts';
import type { MonitoringTables } from './monitoringTables.ts';
import type { MappingTables } from './mappingTables.ts';
import type { StudyDataTables } from './studyDataTables.ts';
import type { PrivacyTables } from './privacyTables.ts';
import type { SyncTables } from './syncTables.ts';
import type { UpgradeTables } from './upgradeTables.ts';
import type { NotificationTables } from './notificationTables.ts';
import type { NoticeFileTable, NoticeMailTable, NoticeTable } from './noticeTables.ts';
import type { ProcessEventTable, ProcessTable } from './processTables.ts';
import type { QueryTables } from './queryTables.ts';
import type { ImportTables } from './importTables.ts';
import type { SubmissionTables } from './submissionTables.ts';
import type {
  CompanyTable,
  ProductView,
  RecordTable,
  SenderView,
  StudyView,
  UserLimit,
} from './recordTables.ts';
import type {
  CaseObligationTable,
  CaseQuestionStepTable,
  CaseQuestionTable,
  CaseSearchTable,
  CaseWarningTable,
  CaseWorkflowTable,
  EmailLogRecipientTable,
  EmailLogTable,
  NotDuplicateTable,
  SubmissionAckTable,
  WorkflowRouteTable,
  WorkflowStepRoleTable,
  WorkflowStepTable,
  ProjectionProgressTable,
  ProjectionStaleTable,
} from './workTables.ts';

/** One entry of a column filter. */
export type FilterEntry = Static<typeof UserFilter>;

/** A page of a record, as a row of `PageRowTable`. */
interface RecordPageTable extends Pick<PageRowTable, 'sponsor_key' | 'page' | 'items' | 'rows'> {
  kind: string;
  record_key: number;
}

/** What lists show of a case: the summary columns of `pv_case`. */
export interface CaseSummary {
  worldwide_id: string | null;
  sender_case_id: string | null;
  report_type: string | null;
  patient_name: string | null;
  /** number and code of the unit, separated by a space */
  age: string | null;
  sex: string | null;
  product_name: string | null;
  ae_term: string | null;
  ae_start_date: string | null;
  country: string | null;
  /** null: not assessed */
  serious: boolean | null;
  first_received: string | null;
  most_recent: string | null;
  /** code of a withdrawal or correction */
  nullification: string | null;
}

/** The masters a case names, beside its sender: who is limited to others does not see it. */
export interface CaseLinks {
  product_keys: Default<number[]>;
  study_keys: Default<number[]>;
}

export interface CaseTable extends CaseSummary, CaseLinks {
  sponsor_key: number;
  case_key: number;
  case_no: string;
  version_no: number;
  root_case_key: number;
  latest: Default<boolean>;
  version_reason: string | null;
  /** of processes of a former release; `creation_answer` has it now */
  creation_key: Default<string | null>;
  catalogue_version: string;
  sender_key: number;
  /** of the record */
  sender_kind: Default<string>;
  /** key of a step of the sponsor's workflow */
  workflow_status: Default<string>;
  workflow_role_id: Default<number | null>;
  /** null: no user of the role has claimed it yet */
  workflow_user_key: Default<number | null>;
  workflow_at: Default<Date | null>;
  workflow_due_at: Default<Date | null>;
  /** its last way led to an earlier step */
  workflow_returned: Default<boolean>;
  /** CCYYMMDD: the earliest due date of a report */
  due_date: Default<string | null>;
  /** receivers of those, each between commas */
  owed: Default<string>;
  /** a receiver that got an earlier version has not got this one; only of the newest */
  receiver_behind: Default<boolean>;
  /** CCYYMMDD in the sponsor's time zone */
  received_day: Default<string | null>;
  registered_day: Default<string | null>;
  first_received_day: Default<string | null>;
  /** percent */
  completeness: Default<number | null>;
  /** folded texts, of `search` */
  patient_folded: GeneratedAlways<string | null>;
  product_folded: GeneratedAlways<string | null>;
  term_folded: GeneratedAlways<string | null>;
  locked: Default<boolean>;
  reviewed: Default<boolean>;
  del_flag: Default<Flag>;
  status_at: Date;
  /** when it was reviewed or locked, whichever came first; null: it is neither */
  finished_at: Default<Date | null>;
  saved_pages: string[];
  retrieved_at: Date;
  search: string;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  updated_by: string;
}

/** The value at one address, in the JSON document of its page row. Names are short because every item repeats them. */
export interface StoredValue {
  v: string | null;
  nf: string | null;
  n: string | null;
  p?: Record<string, string | number> | null;
  /** last change, ISO; and who */
  at: string;
  by: string;
}

/** A row of a group inside a page row. */
export interface StoredRow {
  id: string;
  sort: number;
  del: boolean;
  at: string;
  by: string;
}

export interface PageRowTable {
  sponsor_key: number;
  case_key: number;
  page: string;
  row_no: number;
  row_group: string | null;
  row_id: string | null;
  sort: number;
  deleted: boolean;
  row_at: Date;
  row_by: string;
  items: JSONColumnType<Record<string, StoredValue>>;
  rows: JSONColumnType<Record<string, StoredRow>>;
}

/** A published version of a sponsor's schema files. */
export interface SchemaVersionTable {
  sponsor_key: number;
  version_no: number;
  at: Date;
  user_key: number;
  user_id: string;
  user_name: string;
  reason: string;
  rolled_back_to: number | null;
  /** of the catalogue as it was when published */
  catalogue_version: string;
  /** what differs from the product's files: hash of the text by file, null for a file taken out */
  changes: JSONColumnType<Record<string, string | null>>;
}

export interface SchemaDraftTable {
  sponsor_key: number;
  file: string;
  /** null: the file is to be taken out */
  text: string | null;
  at: Date;
  user_key: number;
  user_id: string;
  user_name: string;
}

/** A tab in which a user has a case open. */
interface PresenceTable {
  sponsor_key: number;
  case_key: number;
  tab_id: string;
  user_key: number;
  page: string | null;
  row_no: number | null;
  item_id: string | null;
  item_row_no: number | null;
  item_row_no2: number | null;
  item_row_no3: number | null;
  editing: boolean;
  at: Date;
}

/** What a saved view of a list sets. */
export interface ListViewContent {
  columns: { columnId: string; width: number | null }[];
  filters: { columnId: string; filters: FilterEntry[] }[];
  sort: string | null;
  direction: 'asc' | 'desc';
}

interface ListViewTable {
  sponsor_key: number;
  view_key: Generated<number>;
  menu_id: string;
  user_key: number;
  name: string;
  shared: boolean;
  content: JSONColumnType<ListViewContent>;
  created_at: Date;
  changed_at: Date;
  changed_by: string;
  del_flag: Default<Flag>;
}

export interface Database
  extends
    AccountTables,
    AuditTables,
    ImportTables,
    SubmissionTables,
    MonitoringTables,
    NotificationTables,
    QueryTables,
    StudyDataTables,
    MappingTables,
    PrivacyTables,
    SyncTables,
    UpgradeTables {
  company: CompanyTable;
  sponsor_seq: { sponsor_key: number; seq_name: string; period: string; last_no: number };
  role: {
    sponsor_key: number;
    role_id: number;
    name: string;
    description: Default<string>;
    del_flag: Default<Flag>;
    changed_at: Default<Date>;
    changed_by: Default<string | null>;
    inspector: Default<boolean>;
  };
  role_privilege: { sponsor_key: number; role_id: number; priv_id: string };
  role_item_right: { sponsor_key: number; role_id: number; item_id: string; item_right: ItemRight };
  user_role: { sponsor_key: number; user_key: number; role_id: number };
  user_sender: UserLimit<'sender_key'>;
  user_product: UserLimit<'product_key'>;
  user_study: UserLimit<'study_key'>;
  journal_key: { user_key: number; key: Buffer; created_at: Date };
  presence: PresenceTable;
  login_throttle: { subject: string; failures: number; last_failed_at: Date; blocked_until: Date };
  set_up_token: { token_hash: Buffer; created_at: Date; used_at: Default<Date | null> };
  error_log: {
    error_id: Generated<number>;
    at: Date;
    origin: 'browser' | 'server';
    level: string;
    user_key: number | null;
    category: string | null;
    message: string;
    detail: JSONColumnType<object> | null;
  };
  sender: SenderView;
  record: RecordTable;
  record_page: RecordPageTable;
  product: ProductView;
  study: StudyView;
  pv_case: CaseTable;
  workflow_step: WorkflowStepTable;
  workflow_step_role: WorkflowStepRoleTable;
  workflow_route: WorkflowRouteTable;
  case_workflow: CaseWorkflowTable;
  case_obligation: CaseObligationTable;
  case_receiver: {
    sponsor_key: number;
    case_key: number;
    receiver: string;
    format: string;
    reason: string;
    chosen_at: Date;
    chosen_by: string;
  };
  case_question: CaseQuestionTable;
  case_question_step: CaseQuestionStepTable;
  case_warning: CaseWarningTable;
  submission_ack: SubmissionAckTable;
  email_log: EmailLogTable;
  email_log_recipient: EmailLogRecipientTable;
  ai_recommendation: AiRecommendationTable;
  ai_coding_choice: AiCodingChoiceTable;
  case_coding: CaseCodingTable;
  coding_review: CodingReviewTable;
  second_coding: SecondCodingTable;
  judged_code: JudgedCodeTable;
  creation_answer: {
    sponsor_key: number;
    user_id: string;
    creation_key: string;
    /** hash of the call and its content; null: of a former release */
    request: string | null;
    answer: JSONColumnType<object>;
    at: Date;
  };
  case_search: CaseSearchTable;
  case_search_key: { sponsor_key: number; key: string; root_case_key: number };
  not_duplicate: NotDuplicateTable;
  case_page_row: PageRowTable;
  case_residue: {
    sponsor_key: number;
    case_key: number;
    residue: JSONColumnType<Residue[]>;
  };
  distribution: {
    sponsor_key: number;
    distribution_key: Generated<number>;
    case_key: number;
    at: Date;
    user_id: string;
    report_id: string;
    receiver: string | null;
    /** of its record when it was handed out; null: it has none */
    receiver_key: number | null;
  };
  stored_file: {
    sponsor_key: number;
    file_key: string;
    file_name: string;
    media_type: string;
    size: number;
    at: Date;
    user_id: string;
  };
  file_arrival: { file_key: string; at: Default<Date> };
  file_bringer: { sponsor_key: number; file_key: string; user_id: string };
  secret_in_use: { only_row: Default<boolean>; secret_id: string };
  sponsor_setting: {
    sponsor_key: number;
    name: string;
    value: JSONColumnType<object>;
    at: Date;
    user_id: string;
  };
  case_number: {
    sponsor_key: number;
    number: string;
    case_key: number;
    at: Date;
    generated: Default<boolean>;
  };
  schema_text: { sponsor_key: number; hash: string; text: string };
  schema_snapshot: {
    sponsor_key: number;
    catalogue_version: string;
    at: Date;
    files: JSONColumnType<Record<string, string>>;
  };
  schema_use: {
    sponsor_key: number;
    use_no: number;
    version_no: number;
    catalogue_version: string;
    at: Date;
  };
  schema_version: SchemaVersionTable;
  schema_draft: SchemaDraftTable;
  user_list: {
    sponsor_key: number;
    user_key: number;
    menu_id: string;
    visible: Default<string[] | null>;
    widths: ColumnType<Record<string, number>, string | undefined, string>;
    row_count: Default<number | null>;
    full_text: Default<boolean | null>;
  };
  user_filter: {
    sponsor_key: number;
    user_key: number;
    menu_id: string;
    column_id: string;
    filters: JSONColumnType<FilterEntry[]>;
  };
  list_view: ListViewTable;
  projection_progress: ProjectionProgressTable;
  projection_stale: ProjectionStaleTable;
  case_column_value: { sponsor_key: number; column_id: string; case_key: number; value: string };
  job: JobTable;
  job_decision: JobDecisionTable;
  process: ProcessTable;
  process_event: ProcessEventTable;
  list_export: {
    sponsor_key: number;
    export_key: string;
    user_key: number;
    menu_id: string;
    format: string;
    content: JSONColumnType<object>;
    at: Date;
    noted_at: Default<Date>;
    total_count: number;
    row_count: Default<number>;
    state: Default<'running' | 'done' | 'stopped'>;
  };
  notice: NoticeTable;
  notice_file: NoticeFileTable;
  notice_mail: NoticeMailTable;
  notice_read: { user_key: number; notice_key: number; at: Date };
  catalogue_version: { version: string; at: Date; labels: JSONColumnType<object> };
  dictionary_release: DictionaryReleaseTable;
  dictionary_entry: DictionaryEntryTable;
  dictionary_search: DictionarySearchTable;
}
