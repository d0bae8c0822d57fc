/** The legal hold of a case: its data stay, whatever the retention rule says. In the audit trail of the case. */
import type { BodyOf, setLegalHold } from '../../../shared/contract/index.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noCaseOfNumber, noModifiedData } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { lockNewestOf, putHold } from './legalHold.store.ts';

/** What this module needs of the server. */
type HoldWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/** Throws 404 NO_CASE_OF_NUMBER, 422 NO_MODIFIED_DATA. */
export const changeHold = (
  deps: HoldWorld,
  { user, requestId }: { user: SessionUser; requestId: string },
  { caseNo, hold, reason }: BodyOf<typeof setLegalHold>,
): Promise<void> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { sponsorKey, userName } = user;
    const newest = await lockNewestOf(trx, user, caseNo.trim());
    if (!newest) throw noCaseOfNumber(caseNo.trim());
    const { case_key: caseKey, root_case_key: rootCaseKey } = newest;
    const at = deps.clock.now();
    const isChanged = await putHold(
      trx,
      { sponsorKey, rootCaseKey },
      hold === 'Y' ? { reason, at, by: userName } : null,
    );
    if (!isChanged) throw noModifiedData();
    const chain = caseChain(sponsorKey, rootCaseKey);
    await appendChange(trx, deps, { user, requestId }, { ...chain, caseKey, at, reason }, [
      caseEntry('legalHold', hold, 'legalHold', hold === 'Y' ? 'N' : 'Y'),
    ]);
  });
