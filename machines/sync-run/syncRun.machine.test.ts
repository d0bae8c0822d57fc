import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { makeSyncRunMachine, type RunResult } from './syncRun.machine.ts';

const syncRunMachine = makeSyncRunMachine<{ events: number[] }>();
const transitions = watchTransitions(syncRunMachine);
const RESULT: RunResult = {
  kind: 'new',
  caseKey: 7,
  caseNo: 'KR-7',
  events: [{ eventKey: 1, outcome: 'done', problem: null }],
};

function start(commitCase: (request: { events: number[] }) => Promise<RunResult>) {
  let released = 0;
  const machine = syncRunMachine.provide({
    actors: {
      commitCase: fromPromise<RunResult, { request: { events: number[] } }>(({ input }) =>
        commitCase(input.request),
      ),
    },
    actions: { releaseEvents: () => (released += 1) },
  });
  const input = { request: { events: [1] }, leaseUntil: '2026-01-02T00:10:00.000Z' };
  const actor = createActor(machine, { input, inspect: transitions.inspect }).start();
  return { actor, released: () => released };
}

it('ends with the result of every event', async () => {
  const { actor, released } = start(() => Promise.resolve(RESULT));
  const end = await waitFor(actor, ({ status }) => status === 'done');
  expect([end.value, end.context.result, released()]).toEqual(['done', RESULT, 0]);
});

it('gives the events back where the case could not be written', async () => {
  const { actor, released } = start(() => Promise.reject(new Error('no space')));
  const end = await waitFor(actor, ({ status }) => status === 'done');
  expect([end.value, end.context.error, released()]).toEqual(['failed', 'no space', 1]);
});

it('gives them back when its lease is over', async () => {
  const { actor, released } = start(() => new Promise<never>(() => {}));
  actor.send({ type: 'deadline.passed' });
  const end = await waitFor(actor, ({ status }) => status === 'done');
  expect([end.value, end.context.error, released()]).toEqual(['failed', 'the lease is over', 1]);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
