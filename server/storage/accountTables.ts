/** Tables of accounts: users, sessions, passwords, mails, identities of single sign-on. */
import type { Generated } from 'kysely';
import type { Day, Default } from './columnTypes.ts';

export interface UserTable {
  user_key: Generated<number>;
  user_id: string;
  name: string;
  email: Default<string | null>;
  /** null: invited, and no password was set yet */
  password_hash: string | null;
  password_changed_at: Default<Date>;
  active: Default<boolean>;
  is_system_admin: Default<boolean>;
}

/** The part a user has in a sponsor. */
export interface UserSponsorTable {
  sponsor_key: number;
  user_key: number;
  unblind: Default<boolean>;
  default_appendix: Default<string | null>;
  last_used_at: Default<Date | null>;
  last_sender_key: Default<number | null>;
  /** days of the sponsor's time zone, both included */
  start_on: Day;
  end_on: Day;
  locked_at: Default<Date | null>;
  since: Default<Date>;
}

export interface SessionTable {
  token_hash: Buffer;
  user_key: number;
  sponsor_key: number | null;
  sender_key: number | null;
  created_at: Date;
  expires_at: Date;
  absolute_until: Date;
  ip: string | null;
  agent: string | null;
  ended_at: Default<Date | null>;
  end_reason: Default<string | null>;
  session_id: Generated<string>;
  last_seen_at: Date;
  signed_in_by: Default<'password' | 'sso'>;
  /** as whom the session sees the product; null, both: as its user */
  view_role_id: Default<number | null>;
  view_user_key: Default<number | null>;
  view_since: Default<Date | null>;
}

/** A link that sets a password. */
export interface PasswordTokenTable {
  token_hash: Buffer;
  user_key: number;
  kind: 'reset' | 'first';
  created_at: Date;
  expires_at: Date;
  used_at: Default<Date | null>;
}

/** A mail to one address, and what became of it. */
export interface OutboxEmailTable {
  email_key: Generated<number>;
  message_id: string;
  recipient: string;
  subject: string;
  /** sealed; null once it is sent or given up */
  body: Buffer | null;
  state: Default<'ready' | 'sent' | 'failed'>;
  created_at: Date;
  give_up_at: Date;
  sent_at: Default<Date | null>;
  last_error: Default<string | null>;
  /** of the file store; null: the mail carries no file */
  file_key: Default<string | null>;
  file_name: Default<string | null>;
  media_type: Default<string | null>;
}

/** What an account is called by an identity provider. */
export interface UserIdentityTable {
  identity_key: Generated<number>;
  user_key: number;
  issuer: string;
  subject: string;
  email: string | null;
  linked_at: Date;
  last_used_at: Default<Date | null>;
  unlinked_at: Default<Date | null>;
}

/** A sign-on whose user is at the provider. */
export interface SsoRequestTable {
  state_hash: Buffer;
  challenge_hash: Buffer;
  realm_id: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
}

/** A sign-on that came back from the provider and has no session yet. */
export interface SsoTicketTable {
  ticket_hash: Buffer;
  realm_id: string;
  issuer: string;
  subject: string;
  email: string | null;
  tokens: Buffer;
  expires_at: Date;
}

/** What a session signed in by a provider has more than others. */
export interface SessionSsoTable {
  token_hash: Buffer;
  identity_key: number;
  realm_id: string;
  email: string | null;
  tokens: Buffer;
  refreshed_at: Date;
}
