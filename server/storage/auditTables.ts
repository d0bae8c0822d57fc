/** Tables of audit trails, their anchors and verification, and of signatures. */
import type { ColumnType, Generated } from 'kysely';
import type { Default } from './columnTypes.ts';

/**
 * What a chain of the audit trail is about: a case, by its first version; the schema files of the sponsor, key 0; a notice;
 * `record/<kind>`, a record of case info; a role with its privileges; views as a role
 * or a user, key 0; an account over all sponsors; an entry of the library; the mapping rules of a study; a source of
 * clinical data and `study-link/<sponsor>`, the link of a study of that sponsor, both of the sponsor of administration mode.
 */
export type AuditScope =
  | 'case'
  | 'schemas'
  | 'notice'
  | 'settings'
  | 'role'
  | 'view'
  | 'support'
  | 'account'
  | 'library'
  | 'mapping'
  | 'study-source'
  | `study-link/${number}`
  | `record/${string}`;

export interface AuditSaveTable {
  sponsor_key: number;
  scope: AuditScope;
  scope_key: number;
  save_no: number;
  /** the version of the case; null where the object is no case */
  case_key: number | null;
  at: Date;
  user_key: number | null;
  user_id: string;
  user_name: string;
  page: string;
  reason: string;
  source: string;
  request_id: string;
  catalogue_version: string;
  entry_count: number;
  prev_hash: string;
  hash: string;
  /** null: made before keys were in use */
  key_id: string | null;
  /** of a save whose personal values became pseudonyms: vouches for how it reads now */
  reseal: Default<string | null>;
}

/** The end of a chain. */
interface AuditHeadTable {
  sponsor_key: number;
  scope: AuditScope;
  scope_key: number;
  save_no: number;
  hash: string;
  seal: string | null;
  key_id: string | null;
  /** saves up to this one were there when the chain was first sealed; 0: none */
  adopted_to: Default<number>;
  anchored: Default<boolean>;
}

/** Which records the anchor file has. */
export interface AuditAnchorTable {
  anchor_no: number;
  at: Date;
  mac: string;
  key_id: string;
}

/** The latest verification of all chains of a sponsor. */
interface AuditVerificationTable {
  sponsor_key: number;
  started_at: Date;
  /** the last chain that was verified */
  scope: Default<string>;
  scope_key: Default<number>;
  chains: Default<number>;
  differences: Default<number>;
  findings: ColumnType<object[], string | undefined, string>;
  finished_at: Default<Date | null>;
}

export interface AuditEntryTable {
  sponsor_key: number;
  scope: AuditScope;
  scope_key: number;
  save_no: number;
  entry_no: number;
  page: string;
  item_id: string;
  row_no: number;
  row_no2: number;
  row_no3: number;
  action: string;
  old_value: string | null;
  old_null_flavor: string | null;
  old_notation: string | null;
  old_properties: Record<string, string | number> | null;
  value: string | null;
  null_flavor: string | null;
  notation: string | null;
  properties: Record<string, string | number> | null;
}

interface SignatureTable {
  sponsor_key: number;
  signature_key: Generated<number>;
  case_key: number;
  scope: 'case';
  scope_key: number;
  save_no: number;
  status_id: string;
  meaning: string;
  user_key: number;
  user_id: string;
  user_name: string;
  at: Date;
  signed_save_no: number;
  signed_hash: string;
}

/** The tables by name. */
export interface AuditTables {
  audit_save: AuditSaveTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  audit_anchor: AuditAnchorTable;
  audit_verification: AuditVerificationTable;
  signature: SignatureTable;
}
