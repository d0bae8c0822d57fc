/** Blinded values of a case, opened with the reason for one session, where the sponsor demands it (decision 0283). */
import type { DataOf, readUnblinding } from '../../../shared/contract/index.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { findVisibleCase, lockVisibleCase } from '../../cases/record/caseAccess.ts';
import { isUnblinded, putUnblinded } from '../../cases/record/unblinding.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { nothingToUnblind } from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type UnblindingWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export const unblindingOf = (
  { db }: DatabaseWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof readUnblinding>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    return {
      asks: user.asksUnblinding,
      open: user.asksUnblinding && (await isUnblinded(trx, user, caseKey)),
    };
  });

/** Throws 409 NOTHING_TO_UNBLIND for users who may not see blinded values, or see them without being asked. */
export const unblind = (
  deps: UnblindingWorld,
  { user, requestId }: { user: SessionUser; requestId: string },
  { caseKey, reason }: { caseKey: number; reason: string },
): Promise<void> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    if (!user.asksUnblinding) throw nothingToUnblind();
    const at = deps.clock.now();
    if (!(await putUnblinded(trx, user, found.root_case_key, at))) return;
    const chain = caseChain(user.sponsorKey, found.root_case_key);
    await appendChange(trx, deps, { user, requestId }, { ...chain, caseKey, at, reason }, [
      caseEntry('unblinding', '', 'unblinding'),
    ]);
  });
