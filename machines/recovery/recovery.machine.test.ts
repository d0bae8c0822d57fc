import { afterAll, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { DROP_DRAFT_AFTER_MS, recoveryMachine } from './recovery.machine.ts';

const transitions = watchTransitions(recoveryMachine);

function offerDraft() {
  const done: string[] = [];
  const clock = new SimulatedClock();
  const act = (name: string) => () => void done.push(name);
  const machine = recoveryMachine.provide({
    actions: { applyDraft: act('apply'), removeApplied: act('remove'), dropDraft: act('drop') },
  });
  const offer = createActor(machine, { clock, inspect: transitions.inspect }).start();
  const send = (...types: Parameters<typeof offer.send>[0]['type'][]) =>
    types.forEach((type) => offer.send({ type }));
  return { offer, send, clock, done };
}

it('restores the edits, and removes them again on request', () => {
  const { offer, send, done } = offerDraft();
  send('draft.putBack', 'draft.takenBack');
  expect(done).toEqual(['apply', 'remove']);
  expect(offer.getSnapshot().value).toBe('offered');
});

it('drops a draft once the restored edits are saved', () => {
  const { send, done } = offerDraft();
  send('draft.putBack', 'page.saved');
  expect(done).toEqual(['apply', 'drop']);
});

it('drops a discarded draft after ten seconds, unless that is undone', () => {
  const { send, clock, done, offer } = offerDraft();
  send('draft.discarded');
  clock.increment(DROP_DRAFT_AFTER_MS - 1);
  send('draft.takenBack');
  clock.increment(DROP_DRAFT_AFTER_MS);
  expect(done).toEqual([]);
  expect(offer.getSnapshot().value).toBe('offered');
  send('draft.discarded');
  clock.increment(DROP_DRAFT_AFTER_MS);
  expect(done).toEqual(['drop']);
});

it.each<[Parameters<ReturnType<typeof offerDraft>['send']>, string[]]>([
  [['page.left'], []],
  [['draft.putBack', 'page.left'], ['apply']],
  [['draft.discarded', 'page.left'], ['drop']],
  [['draft.discarded', 'page.saved'], ['drop']],
])('keeps every draft that was not discarded: %j', (events, done) => {
  const offered = offerDraft();
  offered.send(...events);
  expect(offered.done).toEqual(done);
  expect(offered.offer.getSnapshot().status).toBe('done');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
