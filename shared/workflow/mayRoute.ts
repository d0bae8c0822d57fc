/**
 * The routing guard: who may route a case where. Pure; the server checks it before routing, and the chart draws its
 * result. The state of the case, the users and the workflow are passed in.
 */
import { needsApproval, ownsIn, stepOf, stepsAfter, type WorkflowPlan } from './plan.ts';

/** The workflow state of a case. */
export interface WorkflowState {
  workflowKey: string;
  /** the role that owns it; null: any role of the step */
  roleId: number | null;
  /** the owning user of that role; null: not claimed */
  userKey: number | null;
  /** keys of the users who routed it into the step, or saved it last before */
  broughtBy: readonly number[];
  /** who last saved its content; null: nobody since it was created */
  editedBy: number | null;
  /** what makes it read-only for every user */
  frozen: 'superseded' | 'deleted' | 'locked' | null;
}

export interface Actor {
  userKey: number;
  roleIds: readonly number[];
}

/** The owner of the case in the next step; none means any role of the step. */
export interface RoutingTarget {
  workflowKey: string;
  /** it stays in its step, given by `workflowKey`, and is reassigned there */
  stays: boolean;
  roleId: number | null;
  user: (Actor & { seesCase: boolean }) | null;
}

/** Why a case cannot be routed or claimed: a message key, the most important first. */
export type RoutingObstacle =
  | 'superseded'
  | 'deleted'
  | 'locked'
  | 'noWayOn'
  | 'fourEyes'
  | 'otherUser'
  | 'otherRole';
export type RouteObstacle =
  | RoutingObstacle
  | 'sameStep'
  | 'otherStep'
  | 'sameOwner'
  | 'noRoute'
  | 'roleNotOfStep'
  | 'userWithoutRole'
  | 'userNotOfRole'
  | 'userOutOfScope'
  | 'userBarred';
export type ClaimObstacle = RoutingObstacle | 'taken';

export type Verdict<Why> =
  | {
      ok: true;
      /** owned by another user: allowed only because an override was requested */
      overrides: boolean;
      /** a signature is required */
      signed: boolean;
    }
  | { ok: false; why: Why };

/** Users who may route a case from its step: one user, or the holders of roles, except those who routed it there. */
export interface AllowedUsers {
  userKey: number | null;
  roleIds: readonly number[];
  barred: readonly number[];
}

export function usersAllowedToRoute(plan: WorkflowPlan, state: WorkflowState): AllowedUsers {
  const step = stepOf(plan, state.workflowKey);
  const barred = step?.fourEyes ? state.broughtBy : [];
  if (state.userKey !== null) return { userKey: state.userKey, roleIds: [], barred };
  const roleIds = state.roleId !== null ? [state.roleId] : (step?.roles ?? []).map(({ ROLE_ID }) => ROLE_ID);
  return { userKey: null, roleIds, barred };
}

export interface RoutingQuestion {
  plan: WorkflowPlan;
  state: WorkflowState;
  actor: Actor;
  /** on behalf of the owner, by a user with the privilege and a reason; lifts no other obstacle */
  override: boolean;
}

/** Whether the actor may route the case at all. */
export function mayRouteFrom({ plan, state, actor, override }: RoutingQuestion): Verdict<RoutingObstacle> {
  if (state.frozen) return { ok: false, why: state.frozen };
  if (stepsAfter(plan, state.workflowKey).length === 0) return { ok: false, why: 'noWayOn' };
  const leaders = usersAllowedToRoute(plan, state);
  if (leaders.barred.includes(actor.userKey)) return { ok: false, why: 'fourEyes' };
  return asOwner(leaders, actor, override);
}

/**
 * Whether the actor may reassign the case within its step. The owner may, even if barred from routing it or without
 * outgoing routes: reassigning decides nothing about the case.
 */
export function mayHandOver({ plan, state, actor, override }: RoutingQuestion): Verdict<RoutingObstacle> {
  if (state.frozen) return { ok: false, why: state.frozen };
  return asOwner(usersAllowedToRoute(plan, state), actor, override);
}

function asOwner(leaders: AllowedUsers, actor: Actor, override: boolean): Verdict<RoutingObstacle> {
  const owner = notTheOwner(leaders, actor);
  if (owner !== null && !override) return { ok: false, why: owner };
  return { ok: true, overrides: owner !== null, signed: false };
}

function notTheOwner({ userKey, roleIds }: AllowedUsers, actor: Actor): 'otherUser' | 'otherRole' | null {
  if (userKey !== null) return userKey === actor.userKey ? null : 'otherUser';
  return roleIds.some((roleId) => actor.roleIds.includes(roleId)) ? null : 'otherRole';
}

/** Whether the actor may route the case to a step, or keep it in its own, and assign it to this owner. */
export function mayRoute(question: RoutingQuestion & { target: RoutingTarget }): Verdict<RouteObstacle> {
  const { plan, state, target, actor } = question;
  if (target.stays) return mayStay(question);
  const verdict = mayRouteFrom(question);
  if (!verdict.ok) return verdict;
  const why =
    target.workflowKey === state.workflowKey
      ? 'sameStep'
      : stepsAfter(plan, state.workflowKey).some(({ workflowKey }) => workflowKey === target.workflowKey)
        ? notAnOwner(question, [actor.userKey, state.editedBy])
        : 'noRoute';
  if (why !== null) return { ok: false, why };
  return { ...verdict, signed: needsApproval(plan, state.workflowKey, target.workflowKey) };
}

function mayStay(question: RoutingQuestion & { target: RoutingTarget }): Verdict<RouteObstacle> {
  const { plan, state, target } = question;
  const may = mayHandOver(question);
  if (!may.ok) return may;
  const isSame = target.roleId === state.roleId && (target.user?.userKey ?? null) === state.userKey;
  const why =
    target.workflowKey !== state.workflowKey || !stepOf(plan, state.workflowKey)
      ? 'otherStep'
      : isSame
        ? 'sameOwner'
        : notAnOwner(question, state.broughtBy);
  return why === null ? may : { ok: false, why };
}

/** Why it cannot be assigned to the target; `bringers` could not route it out of a step with second-person check. */
function notAnOwner(
  { plan, target: { workflowKey, roleId, user } }: RoutingQuestion & { target: RoutingTarget },
  bringers: readonly (number | null)[],
): RouteObstacle | null {
  const step = stepOf(plan, workflowKey);
  if (roleId === null) return user === null ? null : 'userWithoutRole';
  if (!step || !ownsIn(step, roleId)) return 'roleNotOfStep';
  if (user === null) return null;
  if (!user.roleIds.includes(roleId)) return 'userNotOfRole';
  if (!user.seesCase) return 'userOutOfScope';
  return step.fourEyes && bringers.includes(user.userKey) ? 'userBarred' : null;
}

/** Whether the actor may claim an unclaimed case of its role; returns the role used for the claim. */
export function mayClaim({
  plan,
  state,
  actor,
}: Omit<RoutingQuestion, 'override'>): Verdict<ClaimObstacle> & { roleId: number | null } {
  const roleId = usersAllowedToRoute(plan, state).roleIds.find((one) => actor.roleIds.includes(one)) ?? null;
  if (state.userKey === actor.userKey) return { ok: false, why: 'taken', roleId: null };
  const verdict = mayRouteFrom({ plan, state, actor, override: false });
  return { ...verdict, roleId: verdict.ok ? roleId : null };
}
