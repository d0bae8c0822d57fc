/** Tables of support accesses and of who read which case. */
import type { Generated } from 'kysely';
import type { Default } from './columnTypes.ts';

/** A dated access of a system administrator to the data of a sponsor, which the sponsor granted. */
interface SupportAccessTable {
  access_no: Generated<number>;
  sponsor_key: number;
  user_key: number;
  granted_at: Date;
  granted_by: string;
  reason: string;
  until_at: Date;
  /** null: it ends by itself */
  ended_at: Default<Date | null>;
  ended_by: Default<string | null>;
  last_used_at: Default<Date | null>;
}

/** A user read a case, or took a file of it away, within an hour. */
interface CaseReadTable {
  sponsor_key: number;
  read_no: Generated<number>;
  case_key: number;
  user_key: number;
  user_id: string;
  user_name: string;
  kind: 'read' | 'file';
  support: boolean;
  hour: Date;
  at: Date;
}

/** The tables by name. */
export interface PrivacyTables {
  support_access: SupportAccessTable;
  case_read: CaseReadTable;
}
