/** Tables of dictionaries. They belong to the installation: no sponsor key. */
import type { Generated, JSONColumnType } from 'kysely';
import type { TermWords } from '../dictionaries/words.ts';
import type { Default } from './columnTypes.ts';

/** What was read for a release. */
export interface ReleaseFile {
  name: string;
  size: number;
  sha256: string;
}

export interface DictionaryReleaseTable {
  release_no: Generated<number>;
  dictionary: string;
  version: string;
  state: Default<'loading' | 'staged' | 'active' | 'retired'>;
  sample: Default<boolean>;
  files: JSONColumnType<ReleaseFile[], string | undefined>;
  entries: Default<number>;
  /** by field of the descriptor that offers the values of a column: these values */
  options: JSONColumnType<Record<string, string[]>, string | undefined>;
  /** by column that fields filter by: the values that a tenth of the entries or more have */
  common_facts: JSONColumnType<Record<string, string[]>, string | undefined>;
  /** operators at the command line: they have no account */
  loaded_by: string;
  activated_by: Default<string | null>;
  created_at: Date;
  activated_at: Default<Date | null>;
}

export interface DictionaryEntryTable {
  release_no: number;
  entry_no: number;
  code: string;
  term: JSONColumnType<TermWords>;
  parents: JSONColumnType<{ code: string; term: TermWords }[]>;
  columns: JSONColumnType<Record<string, string>>;
}

export interface DictionarySearchTable {
  release_no: number;
  entry_no: number;
  current: boolean;
  size: number;
  tier: number;
  facts: JSONColumnType<Record<string, string>>;
  search: string;
}
