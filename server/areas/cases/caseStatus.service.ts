/** Review, lock and deletion of a case, and the signatures under them. */
import {
  flagOf,
  flagsAfter,
  needsSignature,
  statusEvent,
  whyNot,
} from '../../../machines/case-status/caseStatus.machine.ts';
import type { BodyOf, DataOf, listSignatures, setCaseStatus } from '../../../shared/contract/index.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { signatureUnder } from '../../audit/readAudit.ts';
import { overridden } from '../../case-findings/caseReadiness.ts';
import { requireFreshContent } from '../../cases/lifecycle/freshContent.ts';
import { requireFreshStatus } from '../../cases/lifecycle/freshStatus.ts';
import { changeTime, type CaseRecord } from '../../cases/record/case.store.ts';
import {
  findVisibleCase,
  flagsOf,
  lockVisibleCase,
  mayEdit,
  statusOf,
} from '../../cases/record/caseAccess.ts';
import { insertSignature } from '../../cases/record/signatures.store.ts';
import { refreshProjections } from '../../projections/refreshProjections.ts';
import { touchedFact } from '../../projections/touched.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseOnHold, noModifiedData, type Problem, statusRefused } from '../../problems.ts';
import { isOnHold } from '../../retention/isOnHold.store.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import type { Caller } from './cases.service.ts';
import { setFlags } from './cases.store.ts';
import { findSignatures } from './signatures.store.ts';

/** What this module needs of the server. */
type CaseStatusWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export type StatusChange = BodyOf<typeof setCaseStatus>;
/** A change without the signature under it. */
export type UnsignedChange = Omit<StatusChange, 'signature'>;

/**
 * Sets or clears one flag of a case. Throws 422 NO_MODIFIED_DATA if it is already so, 409 STATUS_CHANGED if the
 * status changed after `retrievedAt`, 409 SIGNED_CASE_CHANGED if it is to be signed and another user changed its values
 * after that, 409 STATUS_REFUSED if the chart has no such transition,
 * 409 CASE_ON_HOLD, what `overridden` throws, 422 and 429 if a required signature is missing or wrong.
 */
export async function changeCaseStatus(
  deps: CaseStatusWorld,
  caller: Caller,
  caseKey: number,
  { signature, ...change }: StatusChange,
): Promise<DataOf<typeof setCaseStatus>> {
  if (needsSignature(change.statusId, change.status)) await requirePossible(deps, caller, caseKey, change);
  return applyStatus(deps, caller, caseKey, change, await signed(deps, caller, { ...change, signature }));
}

/** Throws the problems of the change before the user is asked to sign it. */
export const requirePossible = (
  deps: CaseStatusWorld,
  caller: Caller,
  caseKey: number,
  change: UnsignedChange,
): Promise<void> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    await requireAllowed(trx, deps, caller, await findVisibleCase(trx, caller.user, caseKey), change);
  });

/**
 * The meaning of the signature that the change needs, whose password is the user's own; null where none is needed. Not
 * in the transaction of the change: a wrong password counts whatever becomes of it.
 */
export async function signed(
  deps: CaseStatusWorld,
  caller: Caller,
  { statusId, status, signature }: Pick<StatusChange, 'statusId' | 'status' | 'signature'>,
): Promise<string | null> {
  if (!needsSignature(statusId, status)) return null;
  return provenMeaning(deps, caller, signature);
}

/** Makes the change in a transaction of its own, with its audit entry and, under a meaning, the signature. */
export function applyStatus(
  deps: CaseStatusWorld,
  caller: Caller,
  caseKey: number,
  change: UnsignedChange,
  meaning: string | null,
): Promise<DataOf<typeof setCaseStatus>> {
  const { user, language, requestId } = caller;
  const { sponsorKey } = user;
  const { statusId, status, reason, overrideReason } = change;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    const despite = await requireAllowed(trx, deps, caller, found, change);
    const at = changeTime(deps.clock.now(), found.retrieved_at);
    const chain = caseChain(sponsorKey, found.root_case_key);
    const signature = meaning === null ? undefined : await signatureUnder(trx, chain, meaning);
    const before = status === 'Y' ? 'N' : 'Y';
    const saveNo = await appendChange(trx, deps, { user, requestId }, { ...chain, caseKey, at, reason }, [
      caseEntry('status', status, statusId, before, signature),
      ...despite.map(({ what, found: before }) => caseEntry('status', overrideReason ?? '', what, before)),
    ]);
    if (signature) await insertSignature(trx, found, { ...signature, statusId, saveNo, user, at });
    const flags = flagsAfter(flagsOf(found), mayEdit(user), statusEvent(statusId, status));
    const changed = await setFlags(trx, { sponsorKey, caseKey }, flags, { at, by: user.userId });
    if (statusId === 'DELETE')
      await refreshProjections(trx, deps, { sponsorKey, caseKey, at }, touchedFact('deleted'));
    return statusOf(changed, language);
  });
}

/** What the change overrides. */
async function requireAllowed(
  trx: Trx,
  deps: CaseStatusWorld,
  caller: Caller,
  found: CaseRecord,
  change: UnsignedChange,
): Promise<Awaited<ReturnType<typeof overridden>>> {
  const problem = problemOf(found, change, caller.user);
  if (found.latest && problem?.errCode !== ALREADY_SET)
    await requireFreshStatus(trx, found, change.retrievedAt, caller.language);
  const held = problem ?? (await refusedByHold(trx, found, change));
  if (held) throw held;
  if (!needsSignature(change.statusId, change.status)) return [];
  await requireFreshContent(trx, deps, found, caller, change.retrievedAt);
  return overridden(trx, deps, caller, found, change);
}

/** A case on legal hold is not deleted; null where it may be. */
export const refusedByHold = async (
  trx: Trx,
  { sponsor_key, root_case_key }: CaseRecord,
  { statusId, status }: Pick<UnsignedChange, 'statusId' | 'status'>,
): Promise<Problem | null> =>
  statusId === 'DELETE' && status === 'Y' && (await isOnHold(trx, sponsor_key, root_case_key))
    ? caseOnHold()
    : null;

const ALREADY_SET = noModifiedData().errCode;

/** What the change would be refused with, the case being as it is; null where it can be made. */
export function problemOf(
  found: CaseRecord,
  { statusId, status }: Pick<UnsignedChange, 'statusId' | 'status'>,
  user: SessionUser,
): Problem | null {
  const flags = flagsOf(found);
  const why = whyNot(flags, mayEdit(user), statusEvent(statusId, status));
  const isAlreadySet = flags[flagOf(statusId)] === (status === 'Y');
  if (isAlreadySet && why !== 'superseded') return noModifiedData();
  return why && statusRefused(why, { statusId, status });
}

/** The signatures under all versions of the case, newest first, each held against the audit trail. */
export function listCaseSignatures(
  { db }: CaseStatusWorld,
  { user }: Caller,
  caseKey: number,
): Promise<DataOf<typeof listSignatures>> {
  return inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findSignatures(trx, await findVisibleCase(trx, user, caseKey));
    return {
      listInfo: found.map((one) => ({
        caseKey: one.case_key,
        versionNo: one.version_no,
        statusId: one.status_id as 'REVIEW' | 'LOCK' | 'WORKFLOW',
        meaning: one.meaning,
        userId: one.user_id,
        userName: one.user_name,
        at: one.at.toISOString(),
        reason: one.reason,
        signedHash: one.signed_hash,
        intact: one.intact,
        changesSince: one.changes_since,
      })),
    };
  });
}
