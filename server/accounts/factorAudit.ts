/** A second factor in the audit trail of its user, in a sponsor that the user has a record in. */
import { appendChange, type Author } from '../audit/appendChange.ts';
import { caseEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { recordChain } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';
import { USER } from './inviteUser.ts';

interface FactorEvent {
  sponsorKey: number;
  userKey: number;
  event: 'setUp' | 'removed' | 'reset';
  /** left out: users do not say why they change their own */
  reason?: string;
}

export const recordFactor = (
  trx: Trx,
  deps: AuditWorld & CatalogueWorld & ClockWorld,
  author: Author,
  { sponsorKey, userKey, event, reason = '' }: FactorEvent,
): Promise<number> => {
  const chain = recordChain({ sponsorKey, kind: USER, recordKey: userKey });
  const change = { ...chain, at: deps.clock.now(), reason };
  return appendChange(trx, deps, author, change, [caseEntry('status', event, 'userFactor')]);
};
