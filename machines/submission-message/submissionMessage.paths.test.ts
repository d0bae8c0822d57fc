/** Every order in which a message is sent, answered, answered again and decided. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { submissionMessageMachine } from './submissionMessage.machine.ts';

const ANSWERED = ['accepted', 'acceptedWithWarning', 'rejected'];

checkModel(
  {
    machine: submissionMessageMachine,
    world: () => undefined,
    starts: { 'put into a batch': () => undefined },
    steps: {
      'handed over': { send: { type: 'handedOver' } },
      accepted: { send: { type: 'answer.accepted' } },
      'accepted with a warning': { send: { type: 'answer.acceptedWithWarning' } },
      rejected: { send: { type: 'answer.rejected' } },
      'not named': { send: { type: 'answer.undecided' } },
      'user accepts': { send: { type: 'person.accepted' } },
      'user rejects': { send: { type: 'person.rejected' } },
    },
    invariants: {
      'an answered message is never waiting or sent again': ({ before, after }) =>
        before.value === 'waiting' || before.value === 'sent' || !['waiting', 'sent'].includes(after.value),
      'an answer is replaced by no other answer': ({ before, after, step }) =>
        !ANSWERED.includes(before.value) ||
        step.startsWith('user') ||
        [before.value, 'conflict'].includes(after.value),
      'a user decides only what answers left open': ({ before, after, step }) =>
        !step.startsWith('user') ||
        before.value === after.value ||
        ['needsDecision', 'conflict'].includes(before.value),
    },
  },
  it,
);
