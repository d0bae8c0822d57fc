/** Tests the explorer with intentionally broken charts. */
import { expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { chartOf, notNamedIn } from './chart.ts';
import { checkModel } from './checkModel.ts';
import { explore } from './explore.ts';
import type { MachineModel } from './model.types.ts';

/** A lift that can get stuck, rings when it arrives, and has an impossible transition. */
const lift = setup({
  types: {
    context: {} as { doorOpen: boolean; floor: number },
    events: {} as { type: 'called' } | { type: 'door.opened' } | { type: 'alarm.pressed' },
  },
  actors: { drive: fromPromise<number>(() => Promise.reject(new Error('no motor'))) },
  actions: { ring: () => {} },
  guards: { never: () => false },
  delays: { closing: 3000 },
}).createMachine({
  id: 'lift',
  context: { doorOpen: true, floor: 0 },
  initial: 'waiting',
  states: {
    waiting: {
      after: { closing: { guard: ({ context }) => context.doorOpen, actions: assign({ doorOpen: false }) } },
      on: {
        'door.opened': { actions: assign({ doorOpen: true }) },
        // the bug: it also moves with an open door
        called: 'driving',
        'alarm.pressed': { guard: 'never', target: 'stuck' },
      },
    },
    driving: {
      invoke: {
        src: 'drive',
        onDone: { target: 'waiting', actions: [assign({ floor: ({ event }) => event.output }), 'ring'] },
        onError: 'stuck',
      },
    },
    stuck: {},
  },
});

const model: MachineModel<typeof lift, { rung: number }> = {
  machine: lift,
  world: () => ({ rung: 0 }),
  starts: { ground: () => undefined },
  steps: {
    called: { send: { type: 'called' } },
    opened: { send: { type: 'door.opened' } },
    alarm: { send: { type: 'alarm.pressed' } },
    arrived: { answer: 'drive', output: 3 },
    'motor failed': { answer: 'drive', error: new Error('smoke') },
    '2.9 s': { pass: 2900 },
    '3 s': { pass: 3000 },
  },
  actions: {
    ring: (world) => {
      world.rung += 1;
    },
  },
  view: ({ context }) => context,
  invariants: {
    'it drives with a closed door only': ({ after }) => !after.matches('driving') || !after.context.doorOpen,
    'it rings once for each arrival': ({ step, before, world, did }) =>
      step !== 'arrived' || !before.matches('driving') || (did.length === 1 && world.rung > 0),
    'the door closes after three seconds, not earlier': ({ before, after, now }) =>
      !before.context.doorOpen || after.context.doorOpen || now >= 3000,
  },
};

it('names the transition that no path takes', () => {
  expect(explore(model).notTaken).toEqual(['lift.waiting -- alarm.pressed']);
});

it('names a dead end, by the shortest path to it', () => {
  expect(explore(model).deadEnds).toContain('ground > called > motor failed');
  expect(explore({ ...model, rests: (state) => state.matches('stuck') }).deadEnds).toEqual([]);
});

it('shows a violated invariant by its shortest path, and reports no others', () => {
  expect(explore(model).broken).toEqual(['it drives with a closed door only: not after ground > called']);
});

it('advances time and answers as a path specifies', () => {
  const { paths, situations } = explore(model);
  expect(paths).toContainEqual({ start: 'ground', steps: ['called', 'arrived'] });
  expect(paths).toContainEqual({ start: 'ground', steps: ['3 s'] });
  // waiting, driving and stuck: door open or closed, on two floors
  expect(situations).toBe(12);
});

it('is deterministic', () => {
  expect(explore(model)).toEqual(explore(model));
});

it('detects a nondeterministic machine', () => {
  let coin = 0;
  const flaky = { ...model, view: () => (coin += 1) % 7 };
  expect(explore(flaky).unsteady).not.toEqual([]);
});

it('becomes tests that fail for a broken chart', () => {
  const failed: string[] = [];
  checkModel(model, (name, test) => {
    try {
      test();
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  });
  expect(failed.map((text) => text.split('\n')[0])).toEqual([
    'lift: takes every transition: Error: transitions no path takes:',
    'lift: ends nowhere but in its final states: Error: dead ends:',
    'lift: it drives with a closed door only: Error: not kept:',
    'lift: keeps its promises along ground > called > arrived: Error: not kept:',
    'lift: keeps its promises along ground > called > motor failed: Error: not kept:',
  ]);
});

it('lists a chart and finds the names that a text omits', () => {
  const chart = chartOf(lift);
  expect(chart.states.map(({ key }) => key)).toEqual(['lift', 'waiting', 'driving', 'stuck']);
  expect(chart.events).toEqual(['alarm.pressed', 'called', 'door.opened']);
  expect(chart.transitions.find(({ event }) => event === 'alarm.pressed')).toEqual({
    from: 'lift.waiting',
    event: 'alarm.pressed',
    place: 0,
    guard: 'never',
    to: ['lift.stuck'],
    actions: [],
  });
  expect(notNamedIn('waiting --called--> driving; --door.opened--> stays', chart)).toEqual([
    'stuck',
    'alarm.pressed',
  ]);
});
