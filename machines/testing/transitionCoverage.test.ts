import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { watchTransitions } from './transitionCoverage.ts';

const lamp = setup({
  types: { events: {} as { type: 'press'; hard: boolean } },
  guards: { hard: ({ event }) => event.hard },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { press: [{ guard: 'hard', target: 'broken' }, { target: 'on' }] } },
    on: { on: { press: 'off' } },
    broken: {},
  },
});

it('names the transitions that were not taken', () => {
  const watch = watchTransitions(lamp);
  const actor = createActor(lamp, { inspect: watch.inspect }).start();
  expect(watch.untaken()).toEqual(['lamp.off -- press', 'lamp.off -- press [2]', 'lamp.on -- press']);
  actor.send({ type: 'press', hard: false });
  expect(watch.untaken()).toEqual(['lamp.off -- press', 'lamp.on -- press']);
});
