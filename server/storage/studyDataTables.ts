/** Tables of clinical data, as its sources hold it. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { StudyMetadata } from '../../shared/study-data/studyData.ts';
import type { Default } from './columnTypes.ts';

export interface StudySourceTable {
  sponsor_key: number;
  source_key: Generated<number>;
  name: string;
  /** the adapter */
  kind: string;
  settings: JSONColumnType<Record<string, unknown>>;
  /** sealed; null: none is needed */
  secret: Buffer | null;
  read_at: Date | null;
  /** null: the last reading succeeded */
  last_error: string | null;
  disabled: Default<boolean>;
  /** from when on the demo source changes */
  created_at: Default<Date>;
  /** hours from one reading to the next; null: only on demand */
  every_hours: number | null;
  /** readings in a row that failed */
  failures: Default<number>;
  /** sha-256 of the token that snapshots are sent with */
  push_hash: Buffer | null;
  /** of the newest change of the settings */
  set_at: Default<Date>;
  set_by: Default<string>;
}

/** A study of case info and the study of a source that collects its data. */
export interface StudyLinkTable {
  sponsor_key: number;
  study_key: number;
  source_key: number;
  study_oid: string;
  protocol: Default<string>;
  linked_at: Date;
  study_kind: GeneratedAlways<string>;
}

interface StudyMetadataTable {
  sponsor_key: number;
  source_key: number;
  study_oid: string;
  version_oid: string;
  metadata: JSONColumnType<StudyMetadata>;
  read_at: Date;
}

interface StudySubjectTable {
  sponsor_key: number;
  source_key: number;
  study_oid: string;
  subject_key: string;
  /** SUBJ_KEY of the specification's calls */
  subject_no: Generated<number>;
  label: string;
  site_oid: Default<string>;
  site_name: Default<string>;
  country: Default<string>;
  read_at: Date;
  removed_at: Date | null;
}

interface StudyRowTable {
  sponsor_key: number;
  source_key: number;
  study_oid: string;
  /** `recordKeyOf` */
  record_key: string;
  subject_key: string;
  event_oid: string;
  event_repeat: Default<string>;
  form_oid: string;
  form_repeat: Default<string>;
  group_oid: string;
  group_repeat: Default<string>;
  record_id: string | null;
  item_values: JSONColumnType<Record<string, string | null>>;
  /** sha-256 of the address and the values */
  hash: Buffer;
  changed_at: Date | null;
  /** when this state was first read */
  read_at: Date;
  removed_at: Date | null;
}

interface SourceStudyTable {
  sponsor_key: number;
  source_key: number;
  study_oid: string;
  protocol: Default<string>;
  read_at: Date | null;
  /** the state that the source showed, where it says so */
  as_of: Date | null;
  subjects: Default<number>;
}

export interface StudyReadingTable {
  sponsor_key: number;
  reading_key: Generated<number>;
  source_key: number;
  cause: 'user' | 'schedule' | 'file' | 'push';
  state: Default<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  job_key: number | null;
  /** printed name; '': the product */
  started_by: Default<string>;
  created_at: Date;
  ended_at: Date | null;
  file_name: string | null;
  /** what was brought, sealed */
  content: Buffer | null;
  studies: Default<number>;
  rows_new: Default<number>;
  rows_changed: Default<number>;
  rows_removed: Default<number>;
  fault: string | null;
  detail: string | null;
  line: number | null;
}

/** The tables by name. */
export interface StudyDataTables {
  study_source: StudySourceTable;
  study_link: StudyLinkTable;
  study_metadata: StudyMetadataTable;
  study_subject: StudySubjectTable;
  study_row: StudyRowTable;
  source_study: SourceStudyTable;
  study_reading: StudyReadingTable;
}
