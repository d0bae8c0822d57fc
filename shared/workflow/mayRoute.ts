/**
 * Who may lead a case where: one pure guard, asked by the server before it does so, and by the chart that draws it.
 * Nothing here looks anything up: what the case, the people and the workflow are is handed in.
 */
import { needsApproval, ownsIn, stepOf, stepsAfter, type WorkflowPlan } from './plan.ts';

/** A case as the workflow sees it. */
export interface CaseStanding {
  workflowKey: string;
  /** the role that owns it; null: whoever holds a role of the step */
  roleId: number | null;
  /** of that role; null: nobody has taken it yet */
  userKey: number | null;
  /** keys of the users who brought it into the step, or saved it last before */
  broughtBy: readonly number[];
  /** who saved content of it last; null: nobody since it was made */
  editedBy: number | null;
  /** what freezes it, whoever asks */
  frozen: 'superseded' | 'deleted' | 'locked' | null;
}

export interface Actor {
  userKey: number;
  roleIds: readonly number[];
}

/** Who is to own the case in the next step; nobody is as good as any role of the step. */
export interface RoutingTarget {
  workflowKey: string;
  /** it stays in its step, which `workflowKey` names, and is handed to another owner there */
  stays: boolean;
  roleId: number | null;
  user: (Actor & { seesCase: boolean }) | null;
}

/** Why a case cannot be led on, or taken: a key of words. The weightier first. */
export type LeadObstacle =
  'superseded' | 'deleted' | 'locked' | 'noWayOn' | 'fourEyes' | 'otherUser' | 'otherRole';
export type RouteObstacle =
  | LeadObstacle
  | 'sameStep'
  | 'otherStep'
  | 'sameOwner'
  | 'noRoute'
  | 'roleNotOfStep'
  | 'userWithoutRole'
  | 'userNotOfRole'
  | 'userOutOfScope'
  | 'userBarred';
export type TakeObstacle = LeadObstacle | 'taken';

export type Verdict<Why> =
  | {
      ok: true;
      /** somebody else owns it: allowed only because it was asked for as an override */
      overrides: boolean;
      /** has to be signed */
      signed: boolean;
    }
  | { ok: false; why: Why };

/** Who leads a case on from where it is: one user, or else the holders of roles, but nobody who brought it there. */
export interface Leaders {
  userKey: number | null;
  roleIds: readonly number[];
  barred: readonly number[];
}

export function leadersOf(plan: WorkflowPlan, standing: CaseStanding): Leaders {
  const step = stepOf(plan, standing.workflowKey);
  const barred = step?.fourEyes ? standing.broughtBy : [];
  if (standing.userKey !== null) return { userKey: standing.userKey, roleIds: [], barred };
  const roleIds =
    standing.roleId !== null ? [standing.roleId] : (step?.roles ?? []).map(({ ROLE_ID }) => ROLE_ID);
  return { userKey: null, roleIds, barred };
}

export interface LeadQuestion {
  plan: WorkflowPlan;
  standing: CaseStanding;
  actor: Actor;
  /** in place of the owner, by somebody who may do so and says why; it opens no other obstacle */
  override: boolean;
}

/** May the actor lead the case on at all? */
export function mayLead({ plan, standing, actor, override }: LeadQuestion): Verdict<LeadObstacle> {
  if (standing.frozen) return { ok: false, why: standing.frozen };
  if (stepsAfter(plan, standing.workflowKey).length === 0) return { ok: false, why: 'noWayOn' };
  const leaders = leadersOf(plan, standing);
  if (leaders.barred.includes(actor.userKey)) return { ok: false, why: 'fourEyes' };
  return asOwner(leaders, actor, override);
}

/**
 * May the actor hand the case to another owner inside its step? Its owner may, also one who is barred from leading it on,
 * and where no route leads on: nothing is decided about the case by it.
 */
export function mayHandOver({ plan, standing, actor, override }: LeadQuestion): Verdict<LeadObstacle> {
  if (standing.frozen) return { ok: false, why: standing.frozen };
  return asOwner(leadersOf(plan, standing), actor, override);
}

function asOwner(leaders: Leaders, actor: Actor, override: boolean): Verdict<LeadObstacle> {
  const owner = notTheOwner(leaders, actor);
  if (owner !== null && !override) return { ok: false, why: owner };
  return { ok: true, overrides: owner !== null, signed: false };
}

function notTheOwner({ userKey, roleIds }: Leaders, actor: Actor): 'otherUser' | 'otherRole' | null {
  if (userKey !== null) return userKey === actor.userKey ? null : 'otherUser';
  return roleIds.some((roleId) => actor.roleIds.includes(roleId)) ? null : 'otherRole';
}

/** May the actor lead the case to a step, or keep it in its own, and give it to this owner? */
export function mayRoute(question: LeadQuestion & { target: RoutingTarget }): Verdict<RouteObstacle> {
  const { plan, standing, target, actor } = question;
  if (target.stays) return mayStay(question);
  const lead = mayLead(question);
  if (!lead.ok) return lead;
  const why =
    target.workflowKey === standing.workflowKey
      ? 'sameStep'
      : stepsAfter(plan, standing.workflowKey).some(({ workflowKey }) => workflowKey === target.workflowKey)
        ? notAnOwner(question, [actor.userKey, standing.editedBy])
        : 'noRoute';
  if (why !== null) return { ok: false, why };
  return { ...lead, signed: needsApproval(plan, standing.workflowKey, target.workflowKey) };
}

function mayStay(question: LeadQuestion & { target: RoutingTarget }): Verdict<RouteObstacle> {
  const { plan, standing, target } = question;
  const may = mayHandOver(question);
  if (!may.ok) return may;
  const isSame = target.roleId === standing.roleId && (target.user?.userKey ?? null) === standing.userKey;
  const why =
    target.workflowKey !== standing.workflowKey || !stepOf(plan, standing.workflowKey)
      ? 'otherStep'
      : isSame
        ? 'sameOwner'
        : notAnOwner(question, standing.broughtBy);
  return why === null ? may : { ok: false, why };
}

/** Why it cannot be given to the target; `bringers` could not lead it on from a step of four eyes. */
function notAnOwner(
  { plan, target: { workflowKey, roleId, user } }: LeadQuestion & { target: RoutingTarget },
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

/** May the actor take the case, which nobody of its role has taken yet? With the role that he takes it in. */
export function mayTake({
  plan,
  standing,
  actor,
}: Omit<LeadQuestion, 'override'>): Verdict<TakeObstacle> & { roleId: number | null } {
  const roleId = leadersOf(plan, standing).roleIds.find((one) => actor.roleIds.includes(one)) ?? null;
  if (standing.userKey === actor.userKey) return { ok: false, why: 'taken', roleId: null };
  const lead = mayLead({ plan, standing, actor, override: false });
  return { ...lead, roleId: lead.ok ? roleId : null };
}
