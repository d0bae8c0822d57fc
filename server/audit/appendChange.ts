/** The audit trail of administration: one change of what is no case, on the screen, with its reason. */
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

type Change = Pick<NewSave, 'sponsorKey' | 'scope' | 'scopeKey' | 'at' | 'page' | 'reason'>;

/** Adds the change to its chain, in the caller's transaction. */
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
      ...change,
      caseKey: null,
      user,
      source: 'screen',
      requestId,
      catalogueVersion: deps.catalogue.whole.version,
    },
    entries,
  );
