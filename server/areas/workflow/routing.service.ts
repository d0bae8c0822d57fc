/** Routes a case, and claims an unassigned one. */
import type { BodyOf, DataOf, routeCase, claimCase } from '../../../shared/contract/index.ts';
import { mayClaim } from '../../../shared/workflow/mayRoute.ts';
import { stepOf } from '../../../shared/workflow/plan.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import { requireFreshContent } from '../../cases/lifecycle/freshContent.ts';
import { requireFreshStatus } from '../../cases/lifecycle/freshStatus.ts';
import { changeTime, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, lockVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noWorkflow, signatureRequired, takeRefused } from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { holdPlan } from '../../workflow/plan.store.ts';
import { ownerOf } from '../../workflow/ownerOf.ts';
import { recordRouting, type RoutedBy } from '../../workflow/recordRouting.ts';
import { workflowStateOf } from '../../workflow/workflowState.ts';
import {
  evaluateRouting,
  openRoutingContext,
  refusedBy,
  type Caller,
  type RoutingContext,
  type EvaluatedRouting,
} from './evaluateRouting.ts';
import { placeOf } from './place.ts';

/** What this module needs of the server. */
type RoutingWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export type RoutingRequest = BodyOf<typeof routeCase>;
export type UnsignedRouting = Omit<RoutingRequest, 'signature'>;

/**
 * Leads a case to its next step and owner. Refused: 409 STATUS_CHANGED where its status or place was changed after
 * `retrievedAt`, 409 SIGNED_CASE_CHANGED where an approval is needed and another user changed its values after that, 409
 * ROUTE_REFUSED with the reason of the guard and who could, 422 and 429 where the approval that is
 * needed is not signed, or not by the user.
 */
export async function routeOne(
  deps: RoutingWorld,
  caller: Caller,
  caseKey: number,
  { signature, ...request }: RoutingRequest,
): Promise<DataOf<typeof routeCase>> {
  const signed = await requireRoutable(deps, caller, caseKey, request);
  const meaning = signed ? await provenMeaning(deps, caller, signature) : null;
  return applyRouting(deps, caller, caseKey, request, meaning);
}

/** Throws the problems of a routing before the user is asked to sign it. Answers whether a signature is required. */
export const requireRoutable = (
  deps: RoutingWorld,
  caller: Caller,
  caseKey: number,
  request: UnsignedRouting,
): Promise<boolean> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, caller.user, caseKey);
    const judging = await openRoutingContext(trx, caller, deps.clock.now());
    return (await requireAllowed(trx, deps, judging, found, request)).signed;
  });

async function requireAllowed(
  trx: Trx,
  deps: RoutingWorld,
  judging: RoutingContext,
  found: CaseRecord,
  { workflowInfo, overrideReason, retrievedAt }: UnsignedRouting,
): Promise<{ to: NonNullable<EvaluatedRouting['to']>; overrides: boolean; signed: boolean }> {
  // an older version is refused as such, whatever happened to it
  if (found.latest) await requireFreshStatus(trx, found, retrievedAt, judging.caller.language);
  const request = { info: workflowInfo, override: overrideReason !== undefined };
  const { verdict, to, state } = await evaluateRouting(trx, judging, found, request);
  if (!verdict.ok) throw await refusedBy(trx, judging, found, { state }, verdict.why);
  if (!to) throw new Error(`the guard let a case go to ${workflowInfo.workflowKey}, which is no step`);
  if (verdict.signed) await requireFreshContent(trx, deps, found, judging.caller, retrievedAt);
  return { ...verdict, to };
}

/** Leads the case on in a transaction of its own; `meaning` is that of the signature under it, null: none was given. */
export const applyRouting = (
  deps: RoutingWorld,
  caller: Caller,
  caseKey: number,
  request: UnsignedRouting,
  meaning: string | null,
): Promise<DataOf<typeof routeCase>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, caller.user, caseKey);
    await holdPlan(trx, caller.user.sponsorKey);
    const judging = await openRoutingContext(trx, caller, deps.clock.now());
    const { to, overrides, signed } = await requireAllowed(trx, deps, judging, found, request);
    // an administrator made the step require an approval in the meantime
    if (signed && meaning === null) throw signatureRequired();
    const by = routedBy(deps, caller, found);
    await recordRouting(
      trx,
      deps,
      found,
      {
        plan: judging.plan,
        before: await ownerOf(trx, found),
        to: to.step,
        role: to.role,
        user: to.user,
        comments: request.comments,
        overrideReason: overrides ? (request.overrideReason ?? null) : null,
        meaning: signed ? meaning : null,
      },
      by,
    );
    return placeNow(trx, caller, judging, caseKey, by.at);
  });

/**
 * Claims a case that is assigned to a role of the user and to no user. Throws the problems of a routing, with 409
 * TAKE_REFUSED.
 */
export const takeOne = (
  deps: RoutingWorld,
  caller: Caller,
  caseKey: number,
  { retrievedAt }: BodyOf<typeof claimCase>,
): Promise<DataOf<typeof claimCase>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, caller.user, caseKey);
    await holdPlan(trx, caller.user.sponsorKey);
    if (found.latest) await requireFreshStatus(trx, found, retrievedAt, caller.language);
    const judging = await openRoutingContext(trx, caller, deps.clock.now());
    const { plan, actor } = judging;
    const state = await workflowStateOf(trx, found);
    const verdict = mayClaim({ plan, state, actor });
    if (!verdict.ok) throw await refusedBy(trx, judging, found, { state }, verdict.why, takeRefused);
    const step = stepOf(plan, state.workflowKey);
    const role = step?.roles.find(({ ROLE_ID }) => ROLE_ID === verdict.roleId);
    if (!step) throw noWorkflow();
    const before = await ownerOf(trx, found);
    const by = routedBy(deps, caller, found);
    await recordRouting(
      trx,
      deps,
      found,
      {
        plan,
        before,
        to: step,
        // a role that owns a case may have lost the step since
        role: role ? { roleId: role.ROLE_ID, roleName: role.ROLE_NAME } : before.role,
        user: caller.user,
        comments: '',
        overrideReason: null,
        meaning: null,
      },
      by,
    );
    return placeNow(trx, caller, judging, caseKey, by.at);
  });

const routedBy = (deps: RoutingWorld, { user, requestId }: Caller, found: CaseRecord): RoutedBy => ({
  user,
  at: changeTime(deps.clock.now(), found.retrieved_at),
  timeZone: user.timeZone,
  source: 'screen',
  requestId,
  catalogueVersion: deps.catalogue.whole.version,
});

async function placeNow(
  trx: Trx,
  { user, language }: Caller,
  { plan }: RoutingContext,
  caseKey: number,
  now: Date,
) {
  const found = await findVisibleCase(trx, user, caseKey);
  return placeOf(trx, found, { plan, language, timeZone: user.timeZone, now });
}
