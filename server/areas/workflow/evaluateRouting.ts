/** The guard of the workflow, asked about a case in hand: what it needs to know is looked up here. */
import type { Static } from 'typebox';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { WorkflowInfo } from '../../../shared/contract/workflow.ts';
import {
  mayHandOver,
  mayRouteFrom,
  mayRoute,
  type Actor,
  type WorkflowState,
  type RoutingObstacle,
  type RouteObstacle,
  type RoutingTarget,
  type Verdict,
} from '../../../shared/workflow/mayRoute.ts';
import { stepOf } from '../../../shared/workflow/plan.ts';
import { findNewestVersion, type CaseRecord } from '../../cases/record/case.store.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { noWorkflow, routeRefused, type Problem } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { findRoleIds, findWorker } from '../../workflow/people.store.ts';
import { findPlan, usesWorkflow, type NamedPlan, type NamedStep } from '../../workflow/plan.store.ts';
import type { Owner } from '../../workflow/recordRouting.ts';
import { workflowStateOf } from '../../workflow/workflowState.ts';
import { namesAllowedToRoute, whoMayText, type WhoMay } from '../../workflow/namesAllowedToRoute.ts';

export interface Caller {
  user: SessionUser;
  language: Language;
  requestId: string;
  ip: string;
}

/** What holds for all cases of one call. */
export interface RoutingContext {
  plan: NamedPlan;
  actor: Actor;
  mayOverride: boolean;
  caller: Caller;
  at: Date;
}

/** Throws 409 NO_WORKFLOW where the sponsor uses none. */
export async function openRoutingContext(trx: Trx, caller: Caller, at: Date): Promise<RoutingContext> {
  const { sponsorKey, userKey } = caller.user;
  if (!(await usesWorkflow(trx, sponsorKey))) throw noWorkflow();
  return {
    plan: await findPlan(trx, sponsorKey),
    actor: { userKey, roleIds: await findRoleIds(trx, sponsorKey, userKey) },
    mayOverride: mayOverride(caller.user),
    caller,
    at,
  };
}

/** Who administers a sponsor may lead a case on in place of its owner. */
export const mayOverride = ({ privileges }: SessionUser): boolean =>
  hasAnyPrivilege(privileges, ['EDIT.ADMIN']);

export interface RoutingQuestion {
  /** null: only whether it can be led on at all */
  info: Static<typeof WorkflowInfo> | null;
  override: boolean;
}

export interface EvaluatedRouting {
  state: WorkflowState;
  verdict: Verdict<RouteObstacle>;
  /** whether it can be reassigned within its step */
  handOver: Verdict<RoutingObstacle>;
  /** the target step; null without a target, or if it does not exist */
  to: (Owner & { step: NamedStep }) | null;
}

/** Asks the guard; changes nothing. */
export async function evaluateRouting(
  trx: Trx,
  { plan, actor, mayOverride: may, at }: RoutingContext,
  found: CaseRecord,
  { info, override }: RoutingQuestion,
): Promise<EvaluatedRouting> {
  const state = await workflowStateOf(trx, found);
  const question = { plan, state, actor, override: override && may };
  const handOver = mayHandOver(question);
  if (!info) return { state, verdict: mayRouteFrom(question), handOver, to: null };
  const user = await targetUser(trx, at, found, info.userKey);
  const target: RoutingTarget = {
    workflowKey: info.workflowKey,
    stays: info.stays ?? false,
    roleId: info.roleId,
    user: info.userKey === null ? null : { ...(user ?? NO_USER), userKey: info.userKey },
  };
  const verdict = mayRoute({ ...question, target });
  const step = stepOf(plan, info.workflowKey);
  const role = step?.roles.find(({ ROLE_ID }) => ROLE_ID === info.roleId);
  return {
    state,
    verdict,
    handOver,
    to: step
      ? { step, role: role ? { roleId: role.ROLE_ID, roleName: role.ROLE_NAME } : null, user: user ?? null }
      : null,
  };
}

/** replaces an owner who does not exist or may not work for the sponsor: a user without roles */
const NO_USER = { roleIds: [], seesCase: false };

async function targetUser(trx: Trx, at: Date, found: CaseRecord, userKey: number | null) {
  const sponsor = { sponsorKey: found.sponsor_key, at };
  const person = userKey === null ? undefined : await findWorker(trx, sponsor, userKey);
  return person && { ...person, seesCase: inScope(person.scope, await scopedBy(trx, found)) };
}

/** All versions share one audit trail: the newest decides who sees them. */
export const scopedBy = async (trx: Trx, found: CaseRecord): Promise<CaseRecord> =>
  found.latest ? found : ((await findNewestVersion(trx, found)) ?? found);

/** Who can lead the case on. */
export async function whoMayLead(
  trx: Trx,
  { plan, at }: Pick<RoutingContext, 'plan' | 'at'>,
  state: WorkflowState,
  found: CaseRecord,
): Promise<WhoMay> {
  const newest = await scopedBy(trx, found);
  const sees = (scope: Parameters<typeof inScope>[0]) => inScope(scope, newest);
  return namesAllowedToRoute(trx, { sponsorKey: found.sponsor_key, at, plan, state, sees });
}

/** Obstacles that other users can resolve. */
const OTHERS_CAN: readonly string[] = ['fourEyes', 'otherUser', 'otherRole'];

/** The refusal, with the names of those who could. */
export async function refusedBy(
  trx: Trx,
  { plan, at, caller }: RoutingContext,
  found: CaseRecord,
  { state }: Pick<EvaluatedRouting, 'state'>,
  why: string,
  problem: (why: string, who: string, details?: object) => Problem = routeRefused,
): Promise<Problem> {
  if (!OTHERS_CAN.includes(why)) return problem(why, '');
  const who = await whoMayLead(trx, { plan, at }, state, found);
  return problem(why, whoMayText(who, caller.language), { whoMay: who });
}
