import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  dictionaryUpgradeMachine,
  type UpgradeChanges,
  type UpgradeResult,
} from './dictionaryUpgrade.machine.ts';

const transitions = watchTransitions(dictionaryUpgradeMachine);
const CHANGES: UpgradeChanges = { texts: 5, changed: 2 };
const RESULT: UpgradeResult = { recoded: 3, versioned: 9, refusedCases: 1 };
const SCHEDULED = {
  type: 'upgrade.scheduled',
  switchAt: '2026-03-01T00:00:00.000Z',
  switchBy: 7,
  versionAll: false,
} as const;

type Answers = { find?: () => Promise<UpgradeChanges>; switchTo?: () => Promise<UpgradeResult> };

function start({ find, switchTo }: Answers = {}) {
  const states: string[] = [];
  const inputs: unknown[] = [];
  const machine = dictionaryUpgradeMachine.provide({
    actors: {
      findChanges: fromPromise(find ?? (() => Promise.resolve(CHANGES))),
      switchVersion: fromPromise(({ input }) => {
        inputs.push(input);
        return switchTo ? switchTo() : Promise.resolve(RESULT);
      }),
    },
    actions: { recordState: (_, { state }) => states.push(state) },
  });
  const actor = createActor(machine, { input: {}, inspect: transitions.inspect }).start();
  return { actor, states, inputs };
}

const open = async (answers?: Answers) => {
  const started = start(answers);
  await waitFor(started.actor, (now) => now.matches('open'));
  return started;
};

it('is switched when its day has come, by who decided it', async () => {
  const { actor, states, inputs } = await open();
  actor.send({ type: 'upgrade.refreshed' });
  await waitFor(actor, (now) => now.matches('open'));
  actor.send(SCHEDULED);
  actor.send({ type: 'deadline.passed' });
  const end = await waitFor(actor, ({ status }) => status === 'done');
  expect([end.value, end.context.changes, end.context.result]).toEqual(['switched', CHANGES, RESULT]);
  expect(inputs).toEqual([{ switchBy: 7, versionAll: false }]);
  expect(states).toEqual(['preparing', 'open', 'preparing', 'open', 'scheduled', 'switching', 'switched']);
});

it('is open again, with the reason, where a task fails', async () => {
  const fails = () => Promise.reject(new Error('no space'));
  const unprepared = await open({ find: fails });
  expect(unprepared.actor.getSnapshot().context).toMatchObject({ changes: null, error: 'no space' });
  const { actor } = await open({ switchTo: fails });
  actor.send(SCHEDULED);
  actor.send({ type: 'deadline.passed' });
  const after = await waitFor(actor, (now) => now.matches('open'));
  expect(after.context).toMatchObject({ switchAt: null, error: 'no space', result: null });
});

it('can be postponed and given up until it is switched', async () => {
  const { actor } = await open();
  actor.send(SCHEDULED);
  actor.send({ type: 'upgrade.postponed' });
  expect(actor.getSnapshot().context.switchAt).toBeNull();
  actor.send({ type: 'upgrade.cancelled' });
  expect(actor.getSnapshot().value).toBe('cancelled');
  const scheduled = await open();
  scheduled.actor.send(SCHEDULED);
  scheduled.actor.send({ type: 'upgrade.cancelled' });
  expect(scheduled.actor.getSnapshot().value).toBe('cancelled');
  const preparing = start({ find: () => new Promise<never>(() => {}) });
  preparing.actor.send({ type: 'upgrade.cancelled' });
  expect(preparing.states).toEqual(['preparing', 'cancelled']);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
