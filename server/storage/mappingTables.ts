/** Tables of the rules from the items of a study's source to those of a case. */
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { RuleSet } from '../../shared/sync/mappingRule.ts';

interface MappingRuleSetTable {
  sponsor_key: number;
  study_key: number;
  study_kind: GeneratedAlways<string>;
  /** the newest one */
  version_no: number;
  rule_set: JSONColumnType<RuleSet>;
  changed_at: Date;
  /** printed name */
  changed_by: string;
}

interface MappingRuleSetVersionTable {
  sponsor_key: number;
  study_key: number;
  version_no: number;
  rule_set: JSONColumnType<RuleSet>;
  at: Date;
  user_name: string;
  reason: string;
}

/** The tables by name. */
export interface MappingTables {
  mapping_rule_set: MappingRuleSetTable;
  mapping_rule_set_version: MappingRuleSetVersionTable;
}
