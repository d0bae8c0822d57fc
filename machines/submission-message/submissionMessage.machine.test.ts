import { afterAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { submissionMessageMachine, type MessageAnswer } from './submissionMessage.machine.ts';

const transitions = watchTransitions(submissionMessageMachine);
type Event = Parameters<ReturnType<typeof createActor<typeof submissionMessageMachine>>['send']>[0];

/** The state after the events. */
function after(...types: Event['type'][]): string {
  const actor = createActor(submissionMessageMachine, { inspect: transitions.inspect }).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot().value;
}

const ANSWERS: readonly [MessageAnswer, string][] = [
  ['accepted', 'accepted'],
  ['acceptedWithWarning', 'acceptedWithWarning'],
  ['rejected', 'rejected'],
  ['undecided', 'needsDecision'],
];

it.each(ANSWERS)('takes the answer %s after and before the end of the attempt', (answer, state) => {
  expect(after('handedOver', `answer.${answer}`)).toBe(state);
  expect(after(`answer.${answer}`)).toBe(state);
});

it.each(ANSWERS.slice(0, 3))('takes a later answer %s where the first did not name it', (answer, state) => {
  expect(after('handedOver', 'answer.undecided', `answer.${answer}`)).toBe(state);
});

it('lets a user decide what an answer left open', () => {
  expect(after('handedOver', 'answer.undecided', 'person.accepted')).toBe('accepted');
  expect(after('handedOver', 'answer.undecided', 'person.rejected')).toBe('rejected');
});

it('shows contradicting answers as a conflict, which a user decides', () => {
  expect(after('answer.accepted', 'answer.rejected')).toBe('conflict');
  expect(after('answer.acceptedWithWarning', 'answer.rejected')).toBe('conflict');
  expect(after('answer.rejected', 'answer.accepted', 'person.accepted')).toBe('accepted');
  expect(after('answer.rejected', 'answer.acceptedWithWarning', 'person.rejected')).toBe('rejected');
});

it('is not changed by the same answer twice', () => {
  expect(after('answer.accepted', 'answer.accepted')).toBe('accepted');
  expect(after('answer.rejected', 'answer.rejected', 'answer.undecided')).toBe('rejected');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
