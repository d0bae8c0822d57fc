import { afterAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { MAX_ROUTING_COMMENTS } from '../../shared/workflow/plan.ts';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  EMPTY_ROUTING,
  missingOf,
  workflowRoutingMachine,
  type RoutingAnswer,
  type RoutingDraft,
  type RoutingUser,
} from './workflowRouting.machine.ts';

const transitions = watchTransitions(workflowRoutingMachine);
const USERS: Record<number, RoutingUser[]> = {
  1: [{ userKey: 11, userName: 'One' }],
  2: [{ userKey: 22, userName: 'Two' }],
};

function startRouting({
  send = () => Promise.resolve(),
  load = (roleId) => Promise.resolve(USERS[roleId ?? 0] ?? []),
  draft = {},
  signedSteps = [],
  mustOverride = false,
}: {
  send?: (answer: RoutingAnswer) => Promise<unknown>;
  load?: (roleId: number | null) => Promise<readonly RoutingUser[]>;
  draft?: Partial<RoutingDraft>;
  signedSteps?: string[];
  mustOverride?: boolean;
} = {}) {
  const focusMissing = vi.fn();
  const machine = workflowRoutingMachine.provide({
    actors: {
      loadUsers: fromPromise<readonly RoutingUser[], { roleId: number | null }>(({ input }) =>
        load(input.roleId),
      ),
      sendRouting: fromPromise<unknown, RoutingAnswer>(({ input }) => send(input)),
    },
    actions: { focusMissing: (_, { field }) => void focusMissing(field) },
  });
  const input = { draft: { ...EMPTY_ROUTING, ...draft }, signedSteps, mustOverride, meaning: 'approval' };
  const clock = new SimulatedClock();
  const routing = createActor(machine, { input, clock, inspect: transitions.inspect }).start();
  return { routing, focusMissing, draftNow: () => routing.getSnapshot().context.draft };
}
const resting = { filling: 'resting' } as const;

it('clears role and user when the status changes, and the user when the role changes', async () => {
  const { routing, draftNow } = startRouting();
  routing.send({ type: 'role.chosen', roleId: 1 });
  expect(draftNow().roleId).toBeNull();
  routing.send({ type: 'status.chosen', workflowKey: 'B' });
  routing.send({ type: 'user.chosen', userKey: 11 });
  expect(draftNow().userKey).toBeNull();
  routing.send({ type: 'role.chosen', roleId: 1 });
  await waitFor(routing, (state) => state.matches(resting));
  expect(routing.getSnapshot().context.users).toEqual(USERS[1]);
  routing.send({ type: 'user.chosen', userKey: 11 });
  routing.send({ type: 'role.chosen', roleId: 2 });
  expect(draftNow()).toMatchObject({ roleId: 2, userKey: null });
  routing.send({ type: 'role.chosen', roleId: null });
  expect(routing.getSnapshot().context.users).toBeNull();
  routing.send({ type: 'role.chosen', roleId: 2 });
  await waitFor(routing, (state) => state.matches(resting));
  routing.send({ type: 'user.chosen', userKey: 22 });
  routing.send({ type: 'status.chosen', workflowKey: 'C' });
  expect(draftNow()).toMatchObject({ workflowKey: 'C', roleId: null, userKey: null });
});

it('shows the users of the last chosen role, however late those of an earlier one arrive', async () => {
  const answers: Record<number, () => void> = {};
  const { routing } = startRouting({
    load: (roleId) =>
      new Promise((resolve) => (answers[roleId ?? 0] = () => resolve(USERS[roleId ?? 0] ?? []))),
  });
  routing.send({ type: 'status.chosen', workflowKey: 'B' });
  routing.send({ type: 'role.chosen', roleId: 1 });
  routing.send({ type: 'role.chosen', roleId: 2 });
  answers[2]?.();
  await waitFor(routing, (state) => state.matches(resting));
  answers[1]?.();
  await Promise.resolve();
  expect(routing.getSnapshot().context.users).toEqual(USERS[2]);
});

it('focuses the first missing field, and sends nothing', () => {
  const send = vi.fn(() => Promise.resolve());
  const { routing, focusMissing } = startRouting({ send, signedSteps: ['B'], mustOverride: true });
  const ok = () => routing.send({ type: 'ok' });
  ok();
  routing.send({ type: 'status.chosen', workflowKey: 'B' });
  ok();
  routing.send({ type: 'comments.written', comments: '   ' });
  ok();
  routing.send({ type: 'comments.written', comments: 'x'.repeat(MAX_ROUTING_COMMENTS + 1) });
  ok();
  routing.send({ type: 'comments.written', comments: 'Done' });
  ok();
  routing.send({ type: 'override.written', overrideReason: 'On leave' });
  ok();
  expect(focusMissing.mock.calls.flat()).toEqual([
    'workflowKey',
    'comments',
    'comments',
    'comments',
    'overrideReason',
    'password',
  ]);
  expect(send).not.toHaveBeenCalled();
});

it('sends the form, signed if the step requires it, and closes', async () => {
  const sent: RoutingAnswer[] = [];
  const { routing } = startRouting({
    send: (answer) => Promise.resolve(sent.push(answer)),
    signedSteps: ['B'],
  });
  routing.send({ type: 'status.chosen', workflowKey: 'B' });
  routing.send({ type: 'comments.written', comments: ' Done ' });
  routing.send({ type: 'meaning.chosen', meaning: 'review' });
  routing.send({ type: 'password.written', password: 'secret' });
  routing.send({ type: 'ok' });
  await waitFor(routing, (state) => state.status === 'done');
  expect(sent).toEqual([
    {
      workflowKey: 'B',
      stays: false,
      roleId: null,
      userKey: null,
      comments: 'Done',
      overrideReason: '',
      signature: { meaning: 'review', password: 'secret' },
    },
  ]);
  expect(routing.getSnapshot().context.password).toBe('');
});

it('stays open with the reason when refused, with all input except the password', async () => {
  const { routing, draftNow } = startRouting({
    send: () => Promise.reject(new Error('not yours')),
    draft: { workflowKey: 'B', comments: 'Done', roleId: 1, userKey: 11 },
    signedSteps: ['B'],
  });
  await waitFor(routing, (state) => state.matches(resting));
  routing.send({ type: 'password.written', password: 'secret' });
  routing.send({ type: 'ok' });
  await waitFor(routing, (state) => state.matches(resting));
  expect(routing.getSnapshot().context).toMatchObject({ password: '', problem: new Error('not yours') });
  expect(draftNow()).toMatchObject({ workflowKey: 'B', comments: 'Done', roleId: 1, userKey: 11 });
});

it('loads the users again after a refusal that came before them', async () => {
  let loads = 0;
  const { routing } = startRouting({
    send: () => Promise.reject(new Error('not yours')),
    load: () => ((loads += 1) === 1 ? new Promise(() => {}) : Promise.resolve(USERS[1] ?? [])),
    draft: { workflowKey: 'B', comments: 'Done', roleId: 1 },
  });
  routing.send({ type: 'ok' });
  await waitFor(routing, (state) => state.context.users !== null);
  expect(loads).toBe(2);
});

it('reports that users could not be loaded, and can be closed', async () => {
  const { routing } = startRouting({ load: () => Promise.reject(new Error('gone')) });
  routing.send({ type: 'status.chosen', workflowKey: 'B' });
  routing.send({ type: 'role.chosen', roleId: 1 });
  await waitFor(routing, (state) => state.matches(resting));
  expect(routing.getSnapshot().context.problem).toEqual(new Error('gone'));
  routing.send({ type: 'cancelled' });
  expect(routing.getSnapshot().status).toBe('done');
});

it('requires neither role nor user', () => {
  const context = { signedSteps: [], mustOverride: false, password: '' };
  expect(missingOf({ ...context, draft: { ...EMPTY_ROUTING, workflowKey: 'B', comments: 'x' } })).toEqual([]);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
