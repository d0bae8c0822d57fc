import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { stateRoutes } from './stateRoutes.ts';

it('tells the routes between the top states, from inside them as well, each once', () => {
  const machine = createMachine({
    id: 'one',
    initial: 'idle',
    states: {
      idle: { on: { begin: 'busy', other: 'busy', stay: {} } },
      busy: {
        initial: 'first',
        states: {
          first: { on: { next: 'second' } },
          second: { on: { end: '#one.over', back: '#one.idle' } },
        },
        on: { stop: 'over' },
      },
      over: { type: 'final' },
    },
  });
  expect(stateRoutes(machine)).toEqual({
    states: ['idle', 'busy', 'over'],
    routes: [
      { from: 'idle', to: 'busy' },
      { from: 'busy', to: 'over' },
      { from: 'busy', to: 'idle' },
    ],
  });
  // what leads out of the state is not inside it
  expect(stateRoutes(machine, 'busy')).toEqual({
    states: ['first', 'second'],
    routes: [{ from: 'first', to: 'second' }],
  });
});

it('tells those of tasks, which end or fail', () => {
  const machine = createMachine({
    initial: 'working',
    states: { working: { invoke: { src: 'work', onDone: 'good', onError: 'bad' } }, good: {}, bad: {} },
  });
  expect(stateRoutes(machine).routes.map(({ to }) => to)).toEqual(['good', 'bad']);
});
