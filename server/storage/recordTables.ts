/** Tables of case info. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RecordState } from '../../shared/records/recordLife.ts';
import type { Default, Flag } from './columnTypes.ts';

export interface RecordTable {
  sponsor_key: number;
  kind: string;
  record_key: number;
  name: Default<string>;
  /** by item id of a list column: its texts or codes, one for each row */
  columns: JSONColumnType<Record<string, string[]>>;
  search: Default<string>;
  /** by what name, columns and search were made */
  summary_version: Default<string | null>;
  state: Default<RecordState>;
  del_flag: Default<Flag>;
  version_no: Default<number>;
  saved_pages: Default<string[]>;
  retrieved_at: Default<Date>;
  updated_by: Default<string>;
  /** of kinds with an approval: user ids of those who wrote what is to be approved */
  authors: Default<string[]>;
  approved_by: Default<string | null>;
  approved_at: Default<Date | null>;
}

/** Views of records; `del_flag`: it cannot be chosen for a case. */
export interface ProductView {
  sponsor_key: ColumnType<number, never, never>;
  product_key: ColumnType<number, never, never>;
  name: ColumnType<string, never, never>;
  substance: ColumnType<string | null, never, never>;
  del_flag: ColumnType<Flag, never, never>;
}

export interface SenderView {
  sponsor_key: ColumnType<number, never, never>;
  sender_key: ColumnType<number, never, never>;
  organisation: ColumnType<string, never, never>;
  sender_type: ColumnType<string | null, never, never>;
  country: ColumnType<string | null, never, never>;
  del_flag: ColumnType<Flag, never, never>;
}

export interface StudyView {
  sponsor_key: ColumnType<number, never, never>;
  study_key: ColumnType<number, never, never>;
  study_no: ColumnType<string, never, never>;
  name: ColumnType<string, never, never>;
  study_type: ColumnType<string | null, never, never>;
  del_flag: ColumnType<Flag, never, never>;
}

/** A record that limits a user. */
export type UserLimit<Key extends string> = {
  sponsor_key: number;
  user_key: number;
  /** of the record */
  kind: ColumnType<string, never, never>;
} & Record<Key, number>;

/** What requests read of the record of a company. */
export interface CompanyTable {
  company_key: Generated<number>;
  name: string;
  client_type: 'SPO' | 'CRO';
  country: string | null;
  active: Default<boolean>;
  company_type: Default<string | null>;
  medical_coding: Default<boolean>;
}
