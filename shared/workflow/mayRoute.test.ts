/** The guard over any workflow: what holds for every plan, case and person. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leadersOf,
  mayHandOver,
  mayLead,
  mayRoute,
  mayTake,
  type CaseStanding,
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
          roles: fc.subarray(ROLES, { minLength: 1 }).map((ids) => ids.map((ROLE_ID) => ({ ROLE_ID }))),
        }),
      ),
    ),
    fc.subarray(KEYS.flatMap((from) => KEYS.filter((to) => to !== from).map((to) => ({ from, to })))),
  )
  .map(([steps, routes]) => ({ steps, routes }));
const anyKey = fc.constantFrom(...KEYS);
const anyUser = fc.constantFrom(...USERS);
const anyStanding: fc.Arbitrary<CaseStanding> = fc.record({
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
  standing: anyStanding,
  actor: anyActor,
  override: fc.boolean(),
  target: anyTarget,
});

describe('the guard', () => {
  it('lets nobody lead on a case that is locked, deleted or superseded, override or not', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        fc.pre(question.standing.frozen !== null);
        const why = question.standing.frozen;
        expect(mayLead(question)).toEqual({ ok: false, why });
        expect(mayRoute(question)).toEqual({ ok: false, why });
        expect(mayTake(question)).toMatchObject({ ok: false });
      }),
    );
  });

  it('asks one owner at a time: the user, or else his role, or else the roles of the step', () => {
    fc.assert(
      fc.property(anyPlan, anyStanding, anyActor, (plan, standing, actor) => {
        const leaders = leadersOf(plan, standing);
        expect(leaders.userKey === null || leaders.roleIds.length === 0).toBe(true);
        const lead = mayLead({ plan, standing, actor, override: false });
        if (!lead.ok) return;
        if (standing.userKey !== null) expect(actor.userKey).toBe(standing.userKey);
        else if (standing.roleId !== null) expect(actor.roleIds).toContain(standing.roleId);
        else
          expect(
            stepOf(plan, standing.workflowKey)?.roles.some(({ ROLE_ID }) => actor.roleIds.includes(ROLE_ID)),
          ).toBe(true);
      }),
    );
  });

  it('leads only along a route, to an owner the step knows, who holds the role and sees the case', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { plan, standing, target } = question;
        const verdict = mayRoute(question);
        if (!verdict.ok) return;
        expect(stepsAfter(plan, standing.workflowKey).map(({ workflowKey }) => workflowKey)).toContain(
          target.workflowKey,
        );
        const { roleId, user } = target;
        if (roleId !== null)
          expect(stepOf(plan, target.workflowKey)?.roles).toContainEqual({ ROLE_ID: roleId });
        if (user !== null) {
          expect(user.roleIds).toContain(roleId);
          expect(user.seesCase).toBe(true);
        }
        expect(verdict.signed).toBe(needsApproval(plan, standing.workflowKey, target.workflowKey));
      }),
    );
  });

  it('lets an override open the ownership, and nothing else', () => {
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

  it('keeps four eyes along every path, overrides and cases taken or handed over included', () => {
    // few people who hold every role, and mostly anybody's case: most of what they try is allowed
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
        let standing: CaseStanding = {
          workflowKey: 'A',
          roleId: null,
          userKey: null,
          broughtBy: [],
          editedBy: null,
          frozen: null,
        };
        let broughtBy: number | null = null;
        for (const { actor, target, override } of tried) {
          const take = mayTake({ plan, standing, actor });
          if (take.ok) standing = { ...standing, userKey: actor.userKey, roleId: take.roleId };
          const verdict = mayRoute({ plan, standing, actor, target, override });
          if (!verdict.ok) continue;
          const owner = { roleId: target.roleId, userKey: target.user?.userKey ?? null };
          if (target.stays) {
            standing = { ...standing, ...owner };
            continue;
          }
          if (stepOf(plan, standing.workflowKey)?.fourEyes) expect(actor.userKey).not.toBe(broughtBy);
          broughtBy = actor.userKey;
          standing = {
            ...standing,
            ...owner,
            workflowKey: target.workflowKey,
            broughtBy: [actor.userKey],
          };
        }
      }),
    );
  });

  it('gives a case of four eyes to nobody who could not lead it on', () => {
    // to somebody who may own it there: only the four eyes are left to stand in the way
    const toAnOwner = anyQuestion.map((question) => {
      const { plan, standing, target } = question;
      const [role] = stepOf(plan, target.workflowKey)?.roles ?? [];
      const user = { userKey: target.user?.userKey ?? 1, roleIds: ROLES, seesCase: true };
      return {
        ...question,
        override: true,
        standing: { ...standing, frozen: null },
        target: { ...target, roleId: role?.ROLE_ID ?? null, user },
      };
    });
    fc.assert(
      fc.property(toAnOwner, (question) => {
        const { plan, standing, actor, target } = question;
        if (!mayRoute(question).ok) return;
        const there: CaseStanding = {
          ...standing,
          workflowKey: target.workflowKey,
          userKey: target.user.userKey,
          broughtBy: [actor.userKey, ...(standing.editedBy === null ? [] : [standing.editedBy])],
        };
        expect(mayLead({ plan, standing: there, actor: target.user, override: false })).not.toMatchObject({
          why: 'fourEyes',
        });
      }),
    );
  });

  it('lets a case be taken by who can lead it on, and by nobody from somebody else', () => {
    fc.assert(
      fc.property(anyPlan, anyStanding, anyActor, (plan, standing, actor) => {
        const take = mayTake({ plan, standing, actor });
        expect(take.roleId === null).toBe(!take.ok);
        if (!take.ok) return;
        expect(standing.userKey).toBeNull();
        expect(actor.roleIds).toContain(take.roleId);
        const taken = { ...standing, roleId: take.roleId, userKey: actor.userKey };
        expect(mayLead({ plan, standing: taken, actor, override: false })).toMatchObject({ ok: true });
      }),
    );
  });

  const staying = anyQuestion.map((question) => ({
    ...question,
    target: { ...question.target, workflowKey: question.standing.workflowKey, stays: true },
  }));

  it('lets the owner hand a case over inside its step, unsigned, to somebody who may own it and lead it on', () => {
    fc.assert(
      fc.property(staying, (question) => {
        const { plan, standing, actor, target, override } = question;
        const verdict = mayRoute(question);
        if (!verdict.ok) return;
        expect(verdict.signed).toBe(false);
        if (!override) expect(mayHandOver({ plan, standing, actor, override: false }).ok).toBe(true);
        const { roleId, user } = target;
        expect([roleId, user?.userKey ?? null]).not.toEqual([standing.roleId, standing.userKey]);
        if (roleId !== null)
          expect(stepOf(plan, standing.workflowKey)?.roles).toContainEqual({ ROLE_ID: roleId });
        if (!user) return;
        expect(user.roleIds).toContain(roleId);
        expect(user.seesCase).toBe(true);
        const after = { ...standing, roleId, userKey: user.userKey };
        expect(mayLead({ plan, standing: after, actor: user, override: false })).not.toMatchObject({
          why: 'fourEyes',
        });
      }),
    );
  });

  it('hands a case over in no other step than its own', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        fc.pre(question.target.workflowKey !== question.standing.workflowKey);
        expect(mayRoute({ ...question, target: { ...question.target, stays: true } }).ok).toBe(false);
      }),
    );
  });

  it('lets who may lead a case on hand it over, too', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        if (mayLead(question).ok) expect(mayHandOver(question)).toEqual(mayLead(question));
      }),
    );
  });
});
