/** Every way an acknowledgement is sent, lost track of, asked for and given up. */
import { it } from 'vitest';
import { MAX_SEND_ATTEMPTS } from '../submission-batch/sendAttempts.ts';
import { checkModel } from '../testing/checkModel.ts';
import { acknowledgementSendingMachine } from './acknowledgementSending.machine.ts';

const PASSING = { outcome: 'failed', fault: 'passing', message: 'no connection', nextTryAt: 'soon' };

checkModel(
  {
    machine: acknowledgementSendingMachine,
    world: () => undefined,
    starts: { 'the import is over': () => ({}) },
    steps: {
      'handed over': { answer: 'handOver', output: { outcome: 'handedOver' } },
      'passing fault': { answer: 'handOver', output: PASSING },
      'settings fault': { answer: 'handOver', output: { ...PASSING, fault: 'settings' } },
      'transport rests': {
        answer: 'handOver',
        output: { outcome: 'paused', message: 'rests', nextTryAt: 'soon' },
      },
      'result unknown': { answer: 'handOver', output: { outcome: 'unknown' } },
      'attempts broke': { answer: 'handOver', error: { message: 'killed' } },
      'time over': { send: { type: 'deadline.passed' } },
      taken: { answer: 'askRemote', output: { known: 'taken' } },
      'not taken': { answer: 'askRemote', output: { known: 'notTaken' } },
      'not known': { answer: 'askRemote', output: { known: 'unknown' } },
      'not asked': { answer: 'askRemote', error: { message: 'no connection' } },
      'user: handed over': { send: { type: 'person.handedOver' } },
      'user: not handed over': { send: { type: 'person.notHandedOver' } },
      retry: { send: { type: 'retry' } },
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
