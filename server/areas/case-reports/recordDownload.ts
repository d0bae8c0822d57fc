import type { AuditWorld } from '../../audit/auditKeys.ts';
import { recordDistribution, type Distributed } from '../../cases/lifecycle/distribution.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { RefreshWorld } from '../../projections/refreshProjections.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

interface Download {
  user: SessionUser;
  caseKey: number;
  requestId: string;
}

/** Records that the user downloads a report of the case, among its distributions and in its audit trail. */
export const recordDownload = (
  deps: AuditWorld & ClockWorld & DatabaseWorld & RefreshWorld,
  { user, caseKey, requestId }: Download,
  report: Pick<Distributed, 'reportId' | 'receiver'>,
): Promise<void> => {
  const at = deps.clock.now();
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, (trx) =>
    recordDistribution(trx, deps, { sponsorKey, caseKey, at, user, requestId, ...report }),
  );
};
