/** What opens an account, in the audit trail of its user, in a sponsor that the user has a record in. */
import { appendChange, type Author } from '../audit/appendChange.ts';
import { caseEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { recordChain } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';
import { USER } from './inviteUser.ts';

/** What the entries of a lock and of its end are called, beside the items of the record. */
export const USER_STATE_ENTRY = 'userState';
/** The same of the account, which the system administration deactivates in all sponsors at once. */
export const ACCOUNT_ENTRY = 'account';

export type UserAuditWorld = AuditWorld & CatalogueWorld;

export interface UserEvent {
  sponsorKey: number;
  userKey: number;
  at: Date;
  /** a second factor, tokens of programs, an identity at a provider */
  what: 'userFactor' | 'userToken' | 'userIdentity';
  event: 'setUp' | 'removed' | 'reset';
  /** one entry for each; left out: one without a name */
  names?: readonly string[];
  /** left out: users do not say why they change their own */
  reason?: string;
}

/** In a transaction that sees the sponsor. */
export async function recordUserEvent(
  trx: Trx,
  deps: UserAuditWorld,
  author: Author,
  { sponsorKey, userKey, at, what, event, names, reason = '' }: UserEvent,
): Promise<void> {
  const chain = recordChain({ sponsorKey, kind: USER, recordKey: userKey });
  const entries = (names ?? [null]).map((name) => caseEntry('status', event, what, name));
  await appendChange(trx, deps, author, { ...chain, at, reason }, entries);
}
