/** The audit trail of what a user changes by one request: a case, a record, a setting. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { appendAudit, type NewSave } from './appendAudit.ts';
import type { AuditWorld } from './auditKeys.ts';
import type { NewEntry } from './auditEntry.ts';

/** Who changes something, by which request. */
export interface Author {
  user: NewSave['user'];
  requestId: string;
}

/** Left out: about no case, on no page, without a reason, on the screen. */
type Change = Pick<NewSave, 'sponsorKey' | 'scope' | 'scopeKey' | 'at'> &
  Partial<Pick<NewSave, 'caseKey' | 'page' | 'reason' | 'source'>>;

/** Adds the change to its chain, in the caller's transaction. Answers the number of the save. */
export const appendChange = (
  trx: Trx,
  deps: AuditWorld & CatalogueWorld,
  { user, requestId }: Author,
  change: Change,
  entries: readonly NewEntry[],
): Promise<number> =>
  appendAudit(
    trx,
    deps,
    {
      caseKey: null,
      page: '',
      reason: '',
      source: 'screen',
      ...change,
      user,
      requestId,
      catalogueVersion: deps.catalogue.whole.version,
    },
    entries,
  );
