/** The workflow of cases: leading one on, taking one, what is refused and to whom it can go. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listSignatures,
  listWorkflowUsers,
  createFollowUp,
  readPage,
  readHomeWorkflow,
  readNotifications,
  readWorkflow,
  readWorkflowAudit,
  routeCase,
  signIn,
  claimCase,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { LATER, SIGNATURE, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const DAY_MS = 86_400_000;
const [ADMIN, PROCESSOR, REVIEWER] = [1, 2, 4];

let world: CaseWorld;
let reviewer: string;
let caseKey: number;
const users = new Map<string, number>();
beforeAll(async () => {
  world = await startCaseWorld();
  reviewer = await world.server.token('medical.reviewer');
  const found = await world.query((trx) =>
    trx.selectFrom('app_user').select(['user_id', 'user_key']).execute(),
  );
  for (const { user_id, user_key } of found) users.set(user_id, user_key);
});
afterAll(() => world.server.stop());
beforeEach(async () => {
  ({ caseKey } = await world.aCase());
});

interface RoutingRequest {
  roleId?: number | null;
  user?: string | null;
  token?: string;
  retrievedAt?: string;
  comments?: string;
  overrideReason?: string;
  signature?: typeof SIGNATURE;
  stays?: boolean;
}
const route = (
  workflowKey: string,
  { roleId = null, user = null, token, stays = false, ...more }: RoutingRequest = {},
) =>
  world.server.call(routeCase, {
    params: { caseKey },
    body: {
      workflowInfo: { workflowKey, stays, roleId, userKey: user === null ? null : (users.get(user) ?? -1) },
      comments: 'Please look at it',
      retrievedAt: LATER,
      ...more,
    },
    token: token ?? world.editor,
  });
const take = (token: string, retrievedAt = LATER) =>
  world.server.call(claimCase, { params: { caseKey }, body: { retrievedAt }, token });
const read = async (token = world.reader, query = {}) =>
  (await world.server.call(readWorkflow, { params: { caseKey }, query, token })).data;
/** The user has the reviewer's role, too, until the work is done. */
async function asReviewer(userId: string, work: () => Promise<void>): Promise<void> {
  const role = { sponsor_key: 1, user_key: users.get(userId) ?? 0, role_id: REVIEWER };
  await world.query((trx) => trx.insertInto('user_role').values(role).execute());
  try {
    await work();
  } finally {
    await world.query((trx) =>
      trx
        .deleteFrom('user_role')
        .where('user_key', '=', role.user_key)
        .where('role_id', '=', role.role_id)
        .execute(),
    );
  }
}
const review = async () => {
  await route('REVIEW', { roleId: REVIEWER });
  await route('REVIEWED', { roleId: ADMIN, token: reviewer });
};

describe('a new case', () => {
  it('begins in the first step, owned by nobody yet, with an entry in its way', async () => {
    const found = await read();
    expect(found.current).toMatchObject({
      workflowKey: 'SAVED',
      workflowLabel: 'Saved',
      roleId: null,
      userKey: null,
      daysLate: -2,
    });
    expect(found.listInfo).toMatchObject([
      { stepNo: 1, fromStatus: null, toStatus: 'Saved', taken: false, byName: 'Mina Park', comments: '' },
    ]);
    expect(found.next).toEqual(['REVIEW']);
    expect(found.steps.map(({ workflowLabel }) => workflowLabel)).toEqual([
      'Saved',
      'To be reviewed',
      'Internal review completed',
      'Finalized',
    ]);
    expect((await read(world.reader, { language: 'ja' })).current.workflowLabel).toBe('保存済み');
  });

  it('begins again as a further version', async () => {
    await route('REVIEW');
    const { data } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    ({ caseKey } = data);
    expect((await read()).current).toMatchObject({ workflowKey: 'SAVED' });
    expect((await read()).listInfo).toHaveLength(1);
  });
});

describe('leading a case on', () => {
  it('gives it to its next owner, in one entry of its way and one save of its audit trail', async () => {
    const { data } = await route('REVIEW', { roleId: REVIEWER, user: 'medical.reviewer' });
    expect(data).toMatchObject({
      workflowKey: 'REVIEW',
      roleName: 'Medical reviewer',
      userName: 'Amara Okafor',
      daysLate: -3,
    });
    const [last] = (await read()).listInfo;
    expect(last).toMatchObject({
      stepNo: 2,
      fromStatus: 'Saved',
      toStatus: 'To be reviewed',
      roleName: 'Medical reviewer',
      userName: 'Amara Okafor',
      comments: 'Please look at it',
      byName: 'Mina Park',
      delayDays: 0,
    });
    const { data: trail } = await world.server.call(readWorkflowAudit, {
      params: { caseKey },
      token: world.reader,
    });
    expect(trail.listInfo.map(({ itemLabel, oldValue, value }) => [itemLabel, oldValue, value])).toEqual([
      ['Workflow step', 'Saved', 'To be reviewed'],
      ['Workflow owner', null, 'Medical reviewer, Amara Okafor'],
    ]);
    const assignedTo = async (token: string) => {
      const request = { params: { sponsorKey: 1 }, token };
      const { listInfo } = (await world.server.call(readNotifications, request)).data;
      return listInfo.filter(({ kind, path }) => kind === 'assigned' && path.includes(`/${caseKey}/`));
    };
    expect(await assignedTo(reviewer)).toMatchObject([{ facts: { by: 'Mina Park' }, readAt: null }]);
    expect(await assignedTo(world.editor)).toEqual([]);
    expect(trail.listInfo[0]).toMatchObject({ reason: 'Please look at it', source: 'screen' });
  });

  it('is what the owner does, and nobody else', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    const refused = await route('REVIEWED', { token: world.second });
    expect(refused).toMatchObject({ status: 409, errCode: 'ROUTE_REFUSED', details: { why: 'otherRole' } });
    expect(refused.errMsg).toContain('Amara Okafor can do it');
    expect(await route('REVIEWED', { token: reviewer })).toMatchObject({ status: 200 });
  });

  it.each<[string, string, RoutingRequest, string]>([
    ['to the step it is in', 'SAVED', {}, 'sameStep'],
    ['where no route leads', 'FINALIZED', {}, 'noRoute'],
    ['to a role the step does not know', 'REVIEW', { roleId: PROCESSOR }, 'roleNotOfStep'],
    ['to a user without a role', 'REVIEW', { user: 'medical.reviewer' }, 'userWithoutRole'],
    ['to a user of another role', 'REVIEW', { roleId: REVIEWER, user: 'case.reader' }, 'userNotOfRole'],
    ['to nobody there is', 'REVIEW', { roleId: REVIEWER, user: 'nobody' }, 'userNotOfRole'],
  ])('is refused %s', async (_what, to, request, why) => {
    expect(await route(to, request)).toMatchObject({ status: 409, details: { why } });
    expect((await read()).listInfo).toHaveLength(1);
  });

  it('is refused to a user who does not see the case, and he is not offered', async () => {
    await world.limitedUser('reviewer.of.2', { senderKeys: [2] }, REVIEWER);
    const found = await world.query((trx) =>
      trx.selectFrom('app_user').select('user_key').where('user_id', '=', 'reviewer.of.2').executeTakeFirst(),
    );
    users.set('reviewer.of.2', found?.user_key ?? 0);
    expect(await route('REVIEW', { roleId: REVIEWER, user: 'reviewer.of.2' })).toMatchObject({
      details: { why: 'userOutOfScope' },
    });
    const { data } = await world.server.call(listWorkflowUsers, {
      params: { caseKey, roleId: REVIEWER },
      token: world.editor,
    });
    expect(data.listInfo.map(({ userName }) => userName)).toEqual(['Amara Okafor']);
  });

  it.each([
    ['locked', 'LOCK'],
    ['deleted', 'DELETE'],
  ])('is refused while the case is %s', async (why, statusId) => {
    await world.status(caseKey, statusId, 'Y');
    expect(await route('REVIEW')).toMatchObject({ status: 409, details: { why } });
    expect(await route('REVIEW', { token: world.second, overrideReason: 'Now' })).toMatchObject({
      details: { why },
    });
    expect(await take(world.editor)).toMatchObject({ errCode: 'TAKE_REFUSED', details: { why } });
  });

  it('is refused to a superseded version', async () => {
    await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    expect(await route('REVIEW')).toMatchObject({ status: 409, details: { why: 'superseded' } });
  });

  it('needs comments', async () => {
    expect(await route('REVIEW', { comments: '  ' })).toMatchObject({ status: 400 });
    expect(await route('REVIEW', { comments: 'x'.repeat(100_000) })).toMatchObject({ status: 200 });
    expect(await route('SAVED', { comments: 'x'.repeat(100_001) })).toMatchObject({ status: 400 });
  });

  it('has one winner when two do it at once', async () => {
    const { retrievedAt } = await read();
    const answers = await Promise.all(
      [world.editor, world.second, world.editor, world.second].map((token) =>
        route('REVIEW', { token, retrievedAt }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ errCode: 'STATUS_CHANGED' });
    expect((await read()).listInfo).toHaveLength(2);
  });

  it('is refused where somebody changed the status meanwhile', async () => {
    const { retrievedAt } = await read();
    await world.status(caseKey, 'REVIEW', 'Y');
    const late = await route('REVIEW', { retrievedAt });
    expect(late).toMatchObject({ status: 409, errCode: 'STATUS_CHANGED' });
    expect(late.errMsg).toContain('Seo Ha-neul');
  });
});

describe('handing a case over', () => {
  const toReviewer = { roleId: REVIEWER, user: 'medical.reviewer' };

  it('gives it another owner inside its step, in its way and its audit trail, and nothing else changes', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    const before = (await read()).current;
    const answer = await route('REVIEW', { ...toReviewer, stays: true, token: reviewer, comments: 'Mine' });
    expect(answer.data).toEqual({
      ...before,
      userKey: users.get('medical.reviewer'),
      userName: 'Amara Okafor',
    });
    const [last] = (await read()).listInfo;
    expect(last).toMatchObject({
      fromStatus: 'To be reviewed',
      toStatus: 'To be reviewed',
      taken: false,
      handedOver: true,
      userName: 'Amara Okafor',
      comments: 'Mine',
      delayDays: null,
    });
    const { data: trail } = await world.server.call(readWorkflowAudit, {
      params: { caseKey },
      token: world.reader,
    });
    expect(trail.listInfo[0]).toMatchObject({
      itemLabel: 'Workflow owner',
      oldValue: 'Medical reviewer',
      reason: 'Mine',
      value: 'Medical reviewer, Amara Okafor',
    });
    expect(
      (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.second })).data,
    ).toMatchObject({ whole: true });
  });

  it('is for its owner, or with a reason for who administers', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    const request = { ...toReviewer, stays: true };
    expect(await read(world.editor)).toMatchObject({
      handOverRefusal: { errCode: 'ROUTE_REFUSED' },
      mayHandOverInstead: false,
    });
    expect(await route('REVIEW', request)).toMatchObject({ status: 409, details: { why: 'otherRole' } });
    expect(await read(world.second)).toMatchObject({ mayHandOverInstead: true });
    expect(await route('REVIEW', { ...request, token: world.second })).toMatchObject({ status: 409 });
    expect(
      await route('REVIEW', { ...request, token: world.second, overrideReason: 'He is away' }),
    ).toMatchObject({ status: 200 });
    expect((await read()).listInfo[0]).toMatchObject({ overrideReason: 'He is away', handedOver: true });
  });

  it.each<[string, string, RoutingRequest, string]>([
    ['in another step', 'REVIEW', {}, 'otherStep'],
    ['to who has it', 'SAVED', {}, 'sameOwner'],
    ['to a role the step does not know', 'SAVED', { roleId: REVIEWER }, 'roleNotOfStep'],
    ['to a user of another role', 'SAVED', { roleId: PROCESSOR, user: 'case.reader' }, 'userNotOfRole'],
  ])('is refused %s', async (_what, step, request, why) => {
    expect(await route(step, { ...request, stays: true })).toMatchObject({ status: 409, details: { why } });
    expect((await read()).listInfo).toHaveLength(1);
  });

  it('keeps four eyes: who brought it there gets it not back', async () => {
    await asReviewer('case.editor', async () => {
      await route('REVIEW', { roleId: REVIEWER });
      const back = { roleId: REVIEWER, user: 'case.editor', stays: true };
      expect(await route('REVIEW', { ...back, token: reviewer })).toMatchObject({
        details: { why: 'userBarred' },
      });
      // not allowed to route the case, but as one of its owners allowed to reassign it to a user who is
      expect(await route('REVIEW', { ...toReviewer, stays: true })).toMatchObject({ status: 200 });
    });
  });
});

describe('a step that is checked by four eyes', () => {
  it('is not left by who brought the case there, not even in place of its owner', async () => {
    await route('REVIEW', { roleId: REVIEWER, token: world.second });
    for (const overrideReason of [undefined, 'The reviewer is ill'])
      expect(await route('REVIEWED', { token: world.second, overrideReason })).toMatchObject({
        details: { why: 'fourEyes' },
      });
  });

  it('is not left by who saved the case last before', async () => {
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')], { token: world.second });
    await route('REVIEW');
    expect(await route('REVIEWED', { token: world.second, overrideReason: 'Hurry' })).toMatchObject({
      details: { why: 'fourEyes' },
    });
  });

  it('does not go to who brings it there', async () => {
    await asReviewer('case.editor', async () => {
      expect(await route('REVIEW', { roleId: REVIEWER, user: 'case.editor' })).toMatchObject({
        details: { why: 'userBarred' },
      });
      await route('REVIEW', { roleId: REVIEWER });
      expect(await take(world.editor)).toMatchObject({ details: { why: 'fourEyes' } });
    });
  });
});

describe('an override', () => {
  it('leads on in place of the owner, with a reason that is kept', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    expect(await read(world.second)).toMatchObject({
      mayOverride: true,
      leadRefusal: { errCode: 'ROUTE_REFUSED' },
    });
    expect(await route('SAVED', { token: world.second, overrideReason: 'On leave' })).toMatchObject({
      status: 200,
    });
    const [last] = (await read()).listInfo;
    expect(last).toMatchObject({ byName: 'Seo Ha-neul', overrideReason: 'On leave' });
    const entries = await world.audit(caseKey);
    expect(entries).toContainEqual(
      expect.objectContaining({ itemLabel: 'Routed on behalf of the owner', value: 'On leave' }),
    );
  });

  it('is for administrators only', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    expect(await read(world.editor)).toMatchObject({ mayOverride: false });
    expect(await route('SAVED', { overrideReason: 'I want to' })).toMatchObject({ status: 409 });
  });

  it('is none where the rules allow it anyway', async () => {
    await route('REVIEW', { token: world.second, overrideReason: 'To be safe' });
    expect((await read()).listInfo[0]).toMatchObject({ overrideReason: null });
  });
});

describe('an approval', () => {
  it('is refused where another user changed the case since it was read; a routing without one is not', async () => {
    const change = (value: string, token: string) =>
      world.save(caseKey, 'DM', [itemValue('D.1', [], value)], { token });
    const editable = (is: boolean) =>
      world.query((trx) =>
        trx
          .updateTable('workflow_step')
          .set({ editable: is })
          .where('workflow_key', '=', 'REVIEWED')
          .execute(),
      );
    const { retrievedAt: first } = await read();
    await change('A', world.second);
    expect(await route('REVIEW', { roleId: REVIEWER, retrievedAt: first })).toMatchObject({ status: 200 });
    await route('REVIEWED', { roleId: ADMIN, token: reviewer });
    const { retrievedAt: second } = await read();
    await editable(true);
    expect(await change('B', world.editor)).toMatchObject({ status: 200 });
    await editable(false);
    const approval = { token: world.second, signature: SIGNATURE };
    expect(await route('FINALIZED', { ...approval, retrievedAt: second })).toMatchObject({
      errCode: 'SIGNED_CASE_CHANGED',
      details: { changedBy: 'Mina Park' },
    });
    const { retrievedAt } = await read();
    expect(await route('FINALIZED', { ...approval, retrievedAt })).toMatchObject({ status: 200 });
  });

  it('is signed with meaning and password, and stands among the signatures', async () => {
    await review();
    expect(await route('FINALIZED', { token: world.second })).toMatchObject({
      status: 422,
      errCode: 'SIGNATURE_REQUIRED',
    });
    const wrong = { ...SIGNATURE, password: 'not-his-1' };
    expect(await route('FINALIZED', { token: world.second, signature: wrong })).toMatchObject({
      errCode: 'WRONG_SIGNATURE_PASSWORD',
    });
    expect(await route('FINALIZED', { token: world.second, signature: SIGNATURE })).toMatchObject({
      data: { workflowKey: 'FINALIZED' },
    });
    const { data } = await world.server.call(listSignatures, { params: { caseKey }, token: world.reader });
    expect(data.listInfo).toMatchObject([
      { statusId: 'WORKFLOW', meaning: 'approval', userName: 'Seo Ha-neul', intact: true },
    ]);
    const chain = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader });
    expect(chain.data.whole).toBe(true);
  });

  it('is no matter of a way back', async () => {
    const returned = async () => {
      const sentBack = { params: { sponsorKey: 1 }, token: world.editor };
      const { steps } = (await world.server.call(readHomeWorkflow, sentBack)).data;
      return steps.find(({ workflowKey }) => workflowKey === 'SAVED')?.returned ?? 0;
    };
    await review();
    const before = await returned();
    expect(await route('SAVED', { token: world.second })).toMatchObject({ status: 200 });
    // whom it was sent back to finds it among these
    expect(await returned()).toBe(before + 1);
  });

  it('asks nobody to sign what would be refused anyway', async () => {
    await review();
    expect(await route('FINALIZED', { token: world.editor, signature: SIGNATURE })).toMatchObject({
      errCode: 'ROUTE_REFUSED',
    });
  });
});

describe('taking a case', () => {
  it('makes it the user’s, in the step and with the due day it has', async () => {
    await route('REVIEW', { roleId: REVIEWER });
    const before = (await read()).current;
    expect((await take(reviewer)).data).toMatchObject({
      workflowKey: 'REVIEW',
      userName: 'Amara Okafor',
      roleName: 'Medical reviewer',
      dueAt: before.dueAt,
    });
    expect((await read()).listInfo[0]).toMatchObject({ taken: true, byName: 'Amara Okafor' });
    expect(await take(reviewer)).toMatchObject({ status: 409, details: { why: 'taken' } });
    expect(await take(world.second)).toMatchObject({ status: 409, details: { why: 'otherUser' } });
  });

  it('takes it in a role that the step knows where no role has it yet', async () => {
    expect((await take(world.editor)).data).toMatchObject({ roleId: PROCESSOR, userName: 'Mina Park' });
  });

  it('is not for who holds no role of it', async () => {
    expect(await take(world.reader)).toMatchObject({ status: 409, details: { why: 'otherRole' } });
  });

  it('has one winner when two do it at once', async () => {
    const answers = await Promise.all([take(world.editor), take(world.second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a step that is not to be edited', () => {
  it('makes the case read-only, and says since when, why and who can lead it on', async () => {
    await route('REVIEW', { roleId: REVIEWER, comments: 'Ready' });
    const { data } = await world.page(caseKey, 'DM');
    expect(data).toMatchObject({
      readOnly: 'stepClosed',
      status: { stepClosed: true, caseWorkflowLabel: 'To be reviewed' },
      readOnlyDetail: { by: { userName: 'Mina Park', reason: 'Ready' }, whoMay: { names: ['Amara Okafor'] } },
    });
    const refused = await world.save(caseKey, 'DM', [itemValue('D.1', [], 'X')]);
    expect(refused).toMatchObject({ errCode: 'CASE_READ_ONLY', details: { why: 'stepClosed' } });
    await route('SAVED', { token: reviewer, roleId: PROCESSOR });
    expect(await world.save(caseKey, 'DM', [itemValue('D.1', [], 'X')])).toMatchObject({ status: 200 });
  });
});

describe('a sponsor without a workflow', () => {
  it('has no page of it, begins nowhere, and edits as before', async () => {
    const turn = (use_workflow: boolean) =>
      world.query((trx) =>
        trx.updateTable('sponsor').set({ use_workflow }).where('sponsor_key', '=', 1).execute(),
      );
    await route('REVIEW', { roleId: REVIEWER });
    await turn(false);
    try {
      expect(
        await world.server.call(readWorkflow, { params: { caseKey }, token: world.reader }),
      ).toMatchObject({ status: 409, errCode: 'NO_WORKFLOW' });
      expect(await route('SAVED')).toMatchObject({ errCode: 'NO_WORKFLOW' });
      expect(
        (await world.server.call(readPage, { params: { caseKey, page: 'DM' }, token: world.editor })).data
          .readOnly,
      ).toBeNull();
      ({ caseKey } = await world.aCase());
    } finally {
      await turn(true);
    }
    expect((await read()).listInfo).toEqual([]);
    expect(await route('REVIEW')).toMatchObject({ status: 200 });
  });
});

describe('the clock', () => {
  it('tells how late a case is, and keeps the delay when it is led on', async () => {
    world.server.clock.advance(5 * DAY_MS);
    // the sessions of before are over
    const body = { userId: 'case.editor', password: SIGNATURE.password };
    const { token } = (await world.server.call(signIn, { body })).data;
    expect((await read(token)).current.daysLate).toBe(3);
    await route('REVIEW', { roleId: REVIEWER, token });
    const { listInfo, current } = await read(token);
    expect(listInfo[0]).toMatchObject({ delayDays: 3 });
    expect(current.daysLate).toBe(-3);
  });
});
