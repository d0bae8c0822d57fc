import { afterAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { leaveGuardMachine } from './leaveGuard.machine.ts';

const transitions = watchTransitions(leaveGuardMachine);

function startGuard() {
  const done: string[] = [];
  const act = (name: string) => () => void done.push(name);
  const machine = leaveGuardMachine.provide({
    actions: { proceed: act('proceed'), stay: act('stay'), discardChanges: act('discard') },
  });
  return { guard: createActor(machine, { inspect: transitions.inspect }).start(), done };
}

it('proceeds immediately without changes', () => {
  const { guard, done } = startGuard();
  guard.send({ type: 'leave.requested', dirty: false });
  expect(done).toEqual(['proceed']);
});

it('discards the changes before it proceeds', () => {
  const { guard, done } = startGuard();
  guard.send({ type: 'leave.requested', dirty: true });
  expect(guard.getSnapshot().value).toBe('asking');
  expect(done).toEqual([]);
  guard.send({ type: 'discard.confirmed' });
  expect(done).toEqual(['discard', 'proceed']);
});

it('keeps the changes when the user stays', () => {
  const { guard, done } = startGuard();
  guard.send({ type: 'leave.requested', dirty: true });
  guard.send({ type: 'discard.cancelled' });
  expect(done).toEqual(['stay']);
  expect(guard.getSnapshot().value).toBe('staying');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
