/** Tables of accounts: users, sessions, passwords, mails, identities of single sign-on. */
import type { Generated, JSONColumnType } from 'kysely';
import type { DescribedValue } from '../../shared/settings/describedSettings.ts';
import type { Day, Default } from './columnTypes.ts';

interface UserTable {
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

interface SponsorTable {
  sponsor_key: Generated<number>;
  company_key: number;
  name: string;
  time_zone: Default<string>;
  use_workflow: Default<boolean>;
  /** null: its workflow is as the product made it */
  workflow_set_at: Default<Date | null>;
  /** when any of its settings was changed last */
  settings_at: Default<Date | null>;
  /** by dictionary; those that are not named are the active ones */
  dictionary_versions: JSONColumnType<Record<string, string>, string | undefined, string>;
  /** of MedDRA terms; `user`: that of the screen */
  meddra_language: Default<DescribedValue<'dictionaries'>['meddraLanguage']>;
  session_minutes: Default<number | null>;
  /** settings of the part `accounts` */
  account_rules: JSONColumnType<Record<string, string | number | null>, string | undefined, string>;
  default_appendix: Default<string>;
  /** the newest published version of the schema files; 0: the product's as delivered */
  schema_version: Default<number>;
}

/** The logo of a sponsor's company, in the header and in reports. */
interface SponsorLogoTable {
  sponsor_key: number;
  content: Buffer;
  file_name: string;
  at: Date;
}

/** The part a user has in a sponsor. */
interface UserSponsorTable {
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
  trained_on: Day;
  unlocked_at: Default<Date | null>;
}

interface SessionTable {
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
  kind: 'reset' | 'first' | 'expired';
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
  /** what mail servers reported after one had accepted the mail; null: nothing */
  delivery: Default<'delivered' | 'delayed' | 'bounced' | null>;
  delivery_at: Default<Date | null>;
  delivery_note: Default<string | null>;
  /** of the file store; null: the mail carries no file */
  file_key: Default<string | null>;
  file_name: Default<string | null>;
  media_type: Default<string | null>;
}

/** What an account is called by an identity provider. */
interface UserIdentityTable {
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

/** The second factor of a user. Secrets are sealed. */
interface UserFactorTable {
  user_key: number;
  /** null: none is in use yet */
  secret: Default<Buffer | null>;
  confirmed_at: Default<Date | null>;
  /** of the last code that was taken */
  last_step: Default<number>;
  /** of an authenticator that is being set up */
  pending: Default<Buffer | null>;
}

interface UserRecoveryCodeTable {
  user_key: number;
  code_hash: Buffer;
  used_at: Default<Date | null>;
}

/** A password that was replaced. */
interface PasswordHistoryTable {
  user_key: number;
  replaced_at: Date;
  password_hash: string;
}

/** A wrong password or code. */
interface SignInFailureTable {
  failure_key: Generated<number>;
  /** null: no user has the id that was given */
  user_key: number | null;
  at: Date;
  ip: string;
}

export interface AccountTables {
  outbox_email: OutboxEmailTable;
  password_history: PasswordHistoryTable;
  password_token: PasswordTokenTable;
  sign_in_failure: SignInFailureTable;
  sponsor: SponsorTable;
  sponsor_logo: SponsorLogoTable;
  user_factor: UserFactorTable;
  user_recovery_code: UserRecoveryCodeTable;
  session_sso: SessionSsoTable;
  session: SessionTable;
  sso_request: SsoRequestTable;
  sso_ticket: SsoTicketTable;
  user_identity: UserIdentityTable;
  user_sponsor: UserSponsorTable;
  app_user: UserTable;
}
