/** Where a case went: every download and transmission, with its entry in the audit trail. */
import { appendChange } from '../../audit/appendChange.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { caseNotFound } from '../../problems.ts';
import { findReceiverKey } from '../../receivers/receiverFacts.ts';
import type { Trx } from '../../storage/database.ts';
import { insertDistribution } from './versions.store.ts';
import { lockCase, lockNewestVersions } from '../record/case.store.ts';
import type { RefreshWorld } from '../../projections/refreshProjections.ts';
import { refreshDistributed } from './refreshDistributed.ts';

export interface Distributed {
  sponsorKey: number;
  caseKey: number;
  at: Date;
  user: { userKey: number | null; userId: string; userName: string };
  /** what was made of the case, e.g. the E2B message */
  reportId: string;
  /** null where it went to the user alone */
  receiver: string | null;
  requestId?: string;
}

/** What a report is recorded as: a test meets no due report. */
export const distributedAs = (
  reportId: string,
  { receiver = null, isTest }: { receiver?: string | null | undefined; isTest: boolean },
): Pick<Distributed, 'reportId' | 'receiver'> =>
  isTest ? { reportId: `${reportId} (TEST)`, receiver: null } : { reportId, receiver };

/**
 * Notes that a report of the case was handed out, in the caller's transaction. The case, which is locked, says the same as
 * before, but no longer owes the receiver that report.
 */
export async function recordDistribution(
  trx: Trx,
  deps: RefreshWorld & AuditWorld,
  given: Distributed,
): Promise<void> {
  const { sponsorKey, caseKey, at, user, reportId, receiver } = given;
  const found = await lockCase(trx, sponsorKey, caseKey);
  if (!found) throw caseNotFound(caseKey);
  const receiverKey =
    receiver === null ? null : await findReceiverKey(trx, deps.catalogue, sponsorKey, receiver);
  await insertDistribution(trx, { ...given, receiverKey });
  await appendChange(
    trx,
    deps,
    { user, requestId: given.requestId ?? '' },
    { ...caseChain(sponsorKey, found.root_case_key), caseKey, at },
    [caseEntry('download', receiver === null ? reportId : `${reportId} (${receiver})`)],
  );
  // the newest version inherits what is due
  const caseKeys = [...new Set([caseKey, ...(await lockNewestVersions(trx, sponsorKey, [caseKey]))])];
  await refreshDistributed(trx, deps, { sponsorKey, caseKeys, at });
}
