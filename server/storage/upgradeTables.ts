/** Tables of the upgrades of dictionaries. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { UpgradeResult } from '../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import type { UpgradeState } from '../../shared/contract/index.ts';
import type { Default } from './columnTypes.ts';

interface DictionaryUpgradeTable {
  sponsor_key: number;
  upgrade_key: GeneratedAlways<number>;
  process_key: string;
  dictionary: string;
  from_version: string;
  to_version: string;
  reason: string;
  state: UpgradeState;
  result: JSONColumnType<UpgradeResult | null, string | null | undefined, string | null>;
  begun_at: Date;
  begun_by: number;
  begun_name: string;
}

interface DictionaryUpgradeTextTable {
  sponsor_key: number;
  upgrade_key: number;
  text_no: GeneratedAlways<number>;
  dictionary: string;
  code: string;
  text_key: string;
  text: string;
  changes: string[];
  proposed: string | null;
  decision: Generated<'open' | 'stay' | 'recode'>;
  new_code: Default<string | null>;
  decided_at: Default<Date | null>;
  decided_by: Default<number | null>;
  decided_name: Default<string | null>;
  approved_at: Default<Date | null>;
  approved_by: Default<number | null>;
  approved_name: Default<string | null>;
}

/** The tables by name. */
export interface UpgradeTables {
  dictionary_upgrade: DictionaryUpgradeTable;
  dictionary_upgrade_text: DictionaryUpgradeTextTable;
}
