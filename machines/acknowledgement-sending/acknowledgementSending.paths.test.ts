/** Every way an acknowledgement is sent, lost track of, asked for and given up. */
import { it } from 'vitest';
import { HAND_OVER_STEPS } from '../submission-batch/handOverSteps.ts';
import { MAX_SEND_ATTEMPTS } from '../submission-batch/sendAttempts.ts';
import { checkModel } from '../testing/checkModel.ts';
import { acknowledgementSendingMachine } from './acknowledgementSending.machine.ts';

checkModel(
  {
    machine: acknowledgementSendingMachine,
    world: () => undefined,
    starts: { 'the import is over': () => ({}) },
    steps: {
      ...HAND_OVER_STEPS,
    },
    view: ({ context }) => [context.attempts],
    invariants: {
      'what was sent stays sent': ({ before, after }) => !before.matches('sent') || after.matches('sent'),
      'an attempt follows an unknown one only after the partner was asked': ({ before, after, step }) =>
        !before.matches('asking') || !after.matches('handing') || step === 'not taken',
      'a user decides, where the partner does not know': ({ before, after, step }) =>
        !before.matches('awaitingPerson') || after.matches('awaitingPerson') || step.startsWith('user'),
      'there are no more attempts than allowed': ({ after }) => after.context.attempts <= MAX_SEND_ATTEMPTS,
    },
  },
  it,
);
