/** Every way a batch is checked, frozen, sent, lost track of, asked for, answered and cancelled. */
import { it } from 'vitest';
import { HAND_OVER_STEPS } from './handOverSteps.ts';
import { checkModel } from '../testing/checkModel.ts';
import { MAX_SEND_ATTEMPTS } from './sendAttempts.ts';
import { submissionBatchMachine } from './submissionBatch.machine.ts';

const RANKS: Readonly<Record<string, number>> = {
  sent: 4,
  transmitted: 5,
  receivedByCentre: 6,
  acknowledged: 7,
  rejected: 7,
  cancelled: 7,
};
const rankOf = ({ value }: { value: unknown }): number => RANKS[String(value)] ?? 0;

checkModel(
  {
    machine: submissionBatchMachine,
    world: () => undefined,
    starts: { 'cases chosen': () => ({}) },
    steps: {
      check: { send: { type: 'check' } },
      'errors found': { answer: 'checkBatch', output: { errors: 1, openWarnings: 0 } },
      'warnings found': { answer: 'checkBatch', output: { errors: 0, openWarnings: 1 } },
      'check broke': { answer: 'checkBatch', error: { message: 'no space' } },
      'reasons given': { send: { type: 'warnings.answered', openWarnings: 0 } },
      'case removed': { send: { type: 'case.removed' } },
      confirm: { send: { type: 'confirm' } },
      ...HAND_OVER_STEPS,
      receipt: { send: { type: 'receipt' } },
      'receipt refused': { send: { type: 'receipt.refused', message: 'decryption-failed' } },
      'receipt of the centre': { send: { type: 'centreReceipt' } },
      acknowledged: { send: { type: 'answer.acknowledged' } },
      rejected: { send: { type: 'answer.rejected' } },
      cancel: { send: { type: 'cancel' } },
    },
    view: ({ context }) => [context.openWarnings, context.attempts],
    invariants: {
      'the state of what was sent only rises, unless the gateway refused it': ({ before, after, step }) =>
        step === 'receipt refused' || rankOf(before) <= rankOf(after),
      'nothing is sent with an error or an open warning': ({ before, after }) =>
        before.matches('sending') ||
        !after.matches('sending') ||
        (after.context.errors === 0 && after.context.openWarnings === 0),
      'an attempt follows an unknown one only after the receiver was asked': ({ before, after, step }) =>
        !before.matches({ sending: 'asking' }) ||
        !after.matches({ sending: 'handing' }) ||
        step === 'not taken',
      'a user decides, where the receiver does not know': ({ before, after, step }) =>
        !before.matches({ sending: 'awaitingPerson' }) ||
        after.matches({ sending: 'awaitingPerson' }) ||
        step.startsWith('user') ||
        ['receipt', 'receipt refused', 'receipt of the centre', 'acknowledged', 'rejected'].includes(step),
      'there are no more attempts than allowed': ({ after }) => after.context.attempts <= MAX_SEND_ATTEMPTS,
      'the time of the hand-over is noted when it is known': ({ before, after, did }) =>
        !(before.matches('sending') || before.matches('transportFailed')) ||
        did.filter(({ action }) => action === 'recordHandOver').length ===
          (rankOf(after) >= 4 && !after.matches('cancelled') ? 1 : 0),
      'nothing is cancelled that may have gone out': ({ before, after }) =>
        !after.matches('cancelled') || before.matches('cancelled') || !before.matches('sending'),
    },
  },
  it,
);
