/** Tables of case info. */
import type { ColumnType, JSONColumnType } from 'kysely';
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
  state: Default<RecordState>;
  del_flag: Default<Flag>;
  version_no: Default<number>;
  saved_pages: Default<string[]>;
  retrieved_at: Default<Date>;
  updated_by: Default<string>;
}

/** A view of records; `del_flag`: it cannot be chosen for a case. */
export interface ProductView {
  sponsor_key: ColumnType<number, never, never>;
  product_key: ColumnType<number, never, never>;
  name: ColumnType<string, never, never>;
  substance: ColumnType<string | null, never, never>;
  del_flag: ColumnType<Flag, never, never>;
}

export interface SenderTable {
  sponsor_key: number;
  sender_key: number;
  organisation: string;
  sender_type: Default<string | null>;
  country: Default<string | null>;
  del_flag: Default<Flag>;
}

export interface StudyTable {
  sponsor_key: number;
  study_key: number;
  study_no: string;
  name: string;
  study_type: string | null;
  del_flag: Default<Flag>;
}
