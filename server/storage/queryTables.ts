/** Tables of questions about cases: the library, frozen case series, and files of answers. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import type { Default, Flag } from './columnTypes.ts';

interface SearchLibraryTable {
  sponsor_key: number;
  library_key: Generated<number>;
  user_key: number;
  name: string;
  description: string;
  shared: boolean;
  version_no: number;
  query: JSONColumnType<DataQuery>;
  del_flag: Default<Flag>;
  created_at: Date;
  changed_at: Date;
  changed_by: string;
}

interface SearchLibraryVersionTable {
  sponsor_key: number;
  library_key: number;
  version_no: number;
  query: JSONColumnType<DataQuery>;
  at: Date;
  user_name: string;
  reason: string;
}

interface CaseSeriesTable {
  sponsor_key: number;
  series_key: Generated<number>;
  library_key: number;
  version_no: number;
  at: Date;
  user_key: number;
  user_name: string;
  case_count: number;
}

/** What the maker of a file could see. */
export interface MadeWith {
  senderKeys: readonly number[];
  productKeys: readonly number[];
  studyKeys: readonly number[];
  /** the file contains blinded values */
  blinded: boolean;
  /** items that roles hid from the maker; left out of files made before roles hid any */
  hidden?: readonly string[];
}

interface DataExportTable {
  sponsor_key: number;
  data_key: number;
  process_key: string;
  user_key: number;
  user_id: string;
  user_name: string;
  name: string;
  format: string;
  query: JSONColumnType<DataQuery>;
  sentence: string;
  at: Date;
  state: Default<'running' | 'done' | 'stopped' | 'failed' | 'expired'>;
  cases: Default<number | null>;
  row_count: Default<number | null>;
  file_name: Default<string | null>;
  expires_at: Default<Date | null>;
  made_with: JSONColumnType<MadeWith, string | undefined> | null;
  fetches: Default<number>;
}

/** An item of a case in one of the rows that it can have a value in. */
interface CaseItemValueTable {
  sponsor_key: number;
  item_id: string;
  case_key: number;
  /** the row numbers, joined by `|` */
  row_key: string;
  value: string | null;
  null_flavor: string | null;
  notation: string | null;
  /** of the newest version of a case that is not deleted */
  listed: boolean;
  short: GeneratedAlways<string | null>;
}

/** A distinct text of an item, and of its notation. */
interface CaseItemTextTable {
  sponsor_key: number;
  item_id: string;
  /** as in `case_item_value`, and as much of the notation; empty: none */
  short: string;
  notation: string;
  goes_on: boolean;
  searched: GeneratedAlways<string>;
}

export interface QueryTables {
  case_item_value: CaseItemValueTable;
  case_item_text: CaseItemTextTable;
  search_library: SearchLibraryTable;
  search_library_version: SearchLibraryVersionTable;
  case_series: CaseSeriesTable;
  case_series_case: {
    sponsor_key: number;
    series_key: number;
    root_case_key: number;
    case_key: number;
  };
  data_export: DataExportTable;
}
