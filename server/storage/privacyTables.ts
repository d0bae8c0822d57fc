/** Tables of support accesses, of tokens of programs, and of who read which case. */
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

/** With which a program works for a user in one sponsor. */
interface ApiTokenTable {
  token_hash: Buffer;
  token_key: Generated<string>;
  sponsor_key: number;
  user_key: number;
  name: string;
  created_at: Date;
  expires_at: Date;
  /** null: it ends by itself */
  ended_at: Default<Date | null>;
  last_used_at: Default<Date | null>;
  minute_at: Default<Date | null>;
  minute_calls: Default<number>;
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
  api_token: ApiTokenTable;
  support_access: SupportAccessTable;
  case_read: CaseReadTable;
}
