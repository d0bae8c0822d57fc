/** Tables of support accesses, of reviews of access, of tokens of programs, of who read which case, and of retention. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { WHY_NOT_PSEUDONYMISED } from '../../shared/contract/dataProtection.ts';
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

/** A review of who has access. */
interface AccessReviewTable {
  sponsor_key: number;
  review_no: Generated<number>;
  reason: string;
  started_at: Date;
  started_by: string;
  /** null, all: it is under way */
  signed_at: Default<Date | null>;
  signed_by: Default<string | null>;
  meaning: Default<string | null>;
  comment: Default<string | null>;
  content_hash: Default<string | null>;
}

/** A user in a review. */
interface AccessReviewUserTable {
  sponsor_key: number;
  review_no: number;
  user_key: number;
  access: JSONColumnType<Record<string, string | null>>;
  decision: Default<string | null>;
  comment: Default<string | null>;
  decided_at: Default<Date | null>;
  decided_by: Default<string | null>;
}

/** A case whose blinded values a session sees. */
interface UnblindingTable {
  token_hash: Buffer;
  sponsor_key: number;
  root_case_key: number;
  at: Date;
}

/** A case whose data must stay, in all its versions. */
interface LegalHoldTable {
  sponsor_key: number;
  root_case_key: number;
  reason: string;
  set_at: Date;
  set_by: string;
}

/** A case that a pseudonymisation left as it is, and why. */
export interface RefusedCase {
  caseNo: string;
  why: (typeof WHY_NOT_PSEUDONYMISED)[number];
}

/** Cases whose personal values become pseudonyms: released by a user, carried out by a job. */
interface PseudonymisationTable {
  sponsor_key: number;
  run_key: Generated<number>;
  /** of the first versions */
  case_keys: number[];
  reason: string;
  meaning: string;
  started_at: Date;
  user_key: number;
  user_id: string;
  user_name: string;
  request_id: string;
  /** `failed`: its job was given up, and goes on where an operator tries it again */
  state: Default<'running' | 'done' | 'cancelled' | 'failed'>;
  done: Default<number>;
  refused: ColumnType<RefusedCase[], string | undefined, string>;
  ended_at: Default<Date | null>;
}

/** The tables by name. */
export interface PrivacyTables {
  access_review: AccessReviewTable;
  access_review_user: AccessReviewUserTable;
  api_token: ApiTokenTable;
  support_access: SupportAccessTable;
  case_read: CaseReadTable;
  unblinding: UnblindingTable;
  legal_hold: LegalHoldTable;
  pseudonymisation: PseudonymisationTable;
}
