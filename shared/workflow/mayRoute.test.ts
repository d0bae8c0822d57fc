/** Laws of the routing guard for every plan, case and user. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  usersAllowedToRoute,
  mayHandOver,
  mayRouteFrom,
  mayRoute,
  mayClaim,
  type WorkflowState,
  type RoutingTarget,
} from './mayRoute.ts';
import { needsApproval, stepOf, stepsAfter, type WorkflowPlan } from './plan.ts';

const ROLES = [1, 2, 3];
const USERS = [1, 2, 3, 4];
const KEYS = ['A', 'B', 'C', 'D'];

const anyPlan: fc.Arbitrary<WorkflowPlan> = fc
  .tuple(
    fc.tuple(
      ...KEYS.map((workflowKey, sort) =>
        fc.record({
          workflowKey: fc.constant(workflowKey),
          sort: fc.constant(sort),
          editable: fc.boolean(),
          saved: fc.constant(sort === 0),
          approval: fc.boolean(),
          fourEyes: fc.boolean(),
          dueDays: fc.constant(null),
          normalHours: fc.constant(null),
          maximumHours: fc.constant(null),
          roles: fc.subarray(ROLES, { minLength: 1 }).map((ids) => ids.map((ROLE_ID) => ({ ROLE_ID }))),
        }),
      ),
    ),
    fc.subarray(KEYS.flatMap((from) => KEYS.filter((to) => to !== from).map((to) => ({ from, to })))),
  )
  .map(([steps, routes]) => ({ steps, routes }));
const anyKey = fc.constantFrom(...KEYS);
const anyUser = fc.constantFrom(...USERS);
const anyState: fc.Arbitrary<WorkflowState> = fc.record({
  workflowKey: anyKey,
  roleId: fc.option(fc.constantFrom(...ROLES)),
  userKey: fc.option(anyUser),
  broughtBy: fc.uniqueArray(anyUser, { maxLength: 2 }),
  editedBy: fc.option(anyUser),
  frozen: fc.constantFrom(null, null, null, 'locked', 'deleted', 'superseded'),
});
const anyActor = fc.record({ userKey: anyUser, roleIds: fc.subarray(ROLES) });
const anyTarget: fc.Arbitrary<RoutingTarget> = fc.record({
  workflowKey: anyKey,
  stays: fc.constant(false),
  roleId: fc.option(fc.constantFrom(...ROLES), { freq: 5 }),
  user: fc.option(fc.record({ userKey: anyUser, roleIds: fc.subarray(ROLES), seesCase: fc.boolean() })),
});
const anyQuestion = fc.record({
  plan: anyPlan,
  state: anyState,
  actor: anyActor,
  override: fc.boolean(),
  target: anyTarget,
});

describe('the guard', () => {
  it('refuses every user on a locked, deleted or superseded case, with or without override', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        fc.pre(question.state.frozen !== null);
        const why = question.state.frozen;
        expect(mayRouteFrom(question)).toEqual({ ok: false, why });
        expect(mayRoute(question)).toEqual({ ok: false, why });
        expect(mayClaim(question)).toMatchObject({ ok: false });
      }),
    );
  });

  it('allows only the owner: the user, otherwise the role, otherwise the roles of the step', () => {
    fc.assert(
      fc.property(anyPlan, anyState, anyActor, (plan, state, actor) => {
        const leaders = usersAllowedToRoute(plan, state);
        expect(leaders.userKey === null || leaders.roleIds.length === 0).toBe(true);
        const lead = mayRouteFrom({ plan, state, actor, override: false });
        if (!lead.ok) return;
        if (state.userKey !== null) expect(actor.userKey).toBe(state.userKey);
        else if (state.roleId !== null) expect(actor.roleIds).toContain(state.roleId);
        else
          expect(
            stepOf(plan, state.workflowKey)?.roles.some(({ ROLE_ID }) => actor.roleIds.includes(ROLE_ID)),
          ).toBe(true);
      }),
    );
  });

  it('routes only along a route, to a valid owner who has the role and sees the case', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { plan, state, target } = question;
        const verdict = mayRoute(question);
        if (!verdict.ok) return;
        expect(stepsAfter(plan, state.workflowKey).map(({ workflowKey }) => workflowKey)).toContain(
          target.workflowKey,
        );
        const { roleId, user } = target;
        if (roleId !== null)
          expect(stepOf(plan, target.workflowKey)?.roles).toContainEqual({ ROLE_ID: roleId });
        if (user !== null) {
          expect(user.roleIds).toContain(roleId);
          expect(user.seesCase).toBe(true);
        }
        expect(verdict.signed).toBe(needsApproval(plan, state.workflowKey, target.workflowKey));
      }),
    );
  });

  it('lets an override lift only the ownership obstacle', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const plain = mayRoute({ ...question, override: false });
        const forced = mayRoute({ ...question, override: true });
        if (plain.ok) expect(forced).toEqual({ ...plain, overrides: false });
        else if (forced.ok) {
          expect(['otherUser', 'otherRole']).toContain(plain.why);
          expect(forced.overrides).toBe(true);
        }
      }),
    );
  });

  it('enforces the second-person check along every path, including overrides, claims and reassignments', () => {
    // few users with every role, and mostly unassigned cases: most attempts are allowed
    const willing = fc.record({
      actor: fc.record({ userKey: fc.constantFrom(1, 2), roleIds: fc.constant(ROLES) }),
      target: fc.record({
        workflowKey: anyKey,
        stays: fc.boolean(),
        roleId: fc.constant(null),
        user: fc.constant(null),
      }),
      override: fc.boolean(),
    });
    const anyMove = fc.record({ actor: anyActor, target: anyTarget, override: fc.boolean() });
    const moves = fc.array(fc.oneof({ weight: 3, arbitrary: willing }, anyMove), { maxLength: 12 });
    fc.assert(
      fc.property(anyPlan, moves, (plan, tried) => {
        let state: WorkflowState = {
          workflowKey: 'A',
          roleId: null,
          userKey: null,
          broughtBy: [],
          editedBy: null,
          frozen: null,
        };
        let broughtBy: number | null = null;
        for (const { actor, target, override } of tried) {
          const take = mayClaim({ plan, state, actor });
          if (take.ok) state = { ...state, userKey: actor.userKey, roleId: take.roleId };
          const verdict = mayRoute({ plan, state, actor, target, override });
          if (!verdict.ok) continue;
          const owner = { roleId: target.roleId, userKey: target.user?.userKey ?? null };
          if (target.stays) {
            state = { ...state, ...owner };
            continue;
          }
          if (stepOf(plan, state.workflowKey)?.fourEyes) expect(actor.userKey).not.toBe(broughtBy);
          broughtBy = actor.userKey;
          state = {
            ...state,
            ...owner,
            workflowKey: target.workflowKey,
            broughtBy: [actor.userKey],
          };
        }
      }),
    );
  });

  it('never assigns a case with second-person check to a user who could not route it on', () => {
    // to a valid owner: only the second-person check remains as an obstacle
    const toAnOwner = anyQuestion.map((question) => {
      const { plan, state, target } = question;
      const [role] = stepOf(plan, target.workflowKey)?.roles ?? [];
      const user = { userKey: target.user?.userKey ?? 1, roleIds: ROLES, seesCase: true };
      return {
        ...question,
        override: true,
        state: { ...state, frozen: null },
        target: { ...target, roleId: role?.ROLE_ID ?? null, user },
      };
    });
    fc.assert(
      fc.property(toAnOwner, (question) => {
        const { plan, state, actor, target } = question;
        if (!mayRoute(question).ok) return;
        const there: WorkflowState = {
          ...state,
          workflowKey: target.workflowKey,
          userKey: target.user.userKey,
          broughtBy: [actor.userKey, ...(state.editedBy === null ? [] : [state.editedBy])],
        };
        expect(mayRouteFrom({ plan, state: there, actor: target.user, override: false })).not.toMatchObject({
          why: 'fourEyes',
        });
      }),
    );
  });

  it('lets users who may route an unassigned case claim it, and nobody claim an assigned one', () => {
    fc.assert(
      fc.property(anyPlan, anyState, anyActor, (plan, state, actor) => {
        const take = mayClaim({ plan, state, actor });
        expect(take.roleId === null).toBe(!take.ok);
        if (!take.ok) return;
        expect(state.userKey).toBeNull();
        expect(actor.roleIds).toContain(take.roleId);
        const taken = { ...state, roleId: take.roleId, userKey: actor.userKey };
        expect(mayRouteFrom({ plan, state: taken, actor, override: false })).toMatchObject({ ok: true });
      }),
    );
  });

  const staying = anyQuestion.map((question) => ({
    ...question,
    target: { ...question.target, workflowKey: question.state.workflowKey, stays: true },
  }));

  it('lets the owner reassign a case within its step, unsigned, to a valid owner who may route it', () => {
    fc.assert(
      fc.property(staying, (question) => {
        const { plan, state, actor, target, override } = question;
        const verdict = mayRoute(question);
        if (!verdict.ok) return;
        expect(verdict.signed).toBe(false);
        if (!override) expect(mayHandOver({ plan, state, actor, override: false }).ok).toBe(true);
        const { roleId, user } = target;
        expect([roleId, user?.userKey ?? null]).not.toEqual([state.roleId, state.userKey]);
        if (roleId !== null)
          expect(stepOf(plan, state.workflowKey)?.roles).toContainEqual({ ROLE_ID: roleId });
        if (!user) return;
        expect(user.roleIds).toContain(roleId);
        expect(user.seesCase).toBe(true);
        const after = { ...state, roleId, userKey: user.userKey };
        expect(mayRouteFrom({ plan, state: after, actor: user, override: false })).not.toMatchObject({
          why: 'fourEyes',
        });
      }),
    );
  });

  it('reassigns a case only within its own step', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        fc.pre(question.target.workflowKey !== question.state.workflowKey);
        expect(mayRoute({ ...question, target: { ...question.target, stays: true } }).ok).toBe(false);
      }),
    );
  });

  it('lets users who may route a case also reassign it', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (mayRouteFrom(question).ok) expect(mayHandOver(question)).toEqual(mayRouteFrom(question));
      }),
    );
  });
});
