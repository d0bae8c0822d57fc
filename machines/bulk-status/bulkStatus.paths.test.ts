/** All paths in which a change of several cases is checked, confirmed, stopped, interrupted and retried. */
import { it } from 'vitest';
import { checkedCase } from '../testing/checkedCase.ts';
import { checkModel } from '../testing/checkModel.ts';
import { bulkStatusMachine, CASES_A_PORTION, notDone } from './bulkStatus.machine.ts';

const REFUSAL = { errCode: 'STATUS_REFUSED', errMsg: 'it is locked' };
const COUNT = CASES_A_PORTION + 2;
const keys = Array.from({ length: COUNT }, (_, at) => at + 1);
const seen = (refused: (caseKey: number) => boolean) =>
  keys.map((caseKey) => checkedCase(caseKey, refused(caseKey) ? REFUSAL : null));
const portion = keys.slice(0, CASES_A_PORTION);

const LOST = new Error('no answer');

checkModel(
  {
    machine: bulkStatusMachine.provide({ guards: { mayBeDone: ({ context }) => context.error === LOST } }),
    world: () => undefined,
    starts: { list: () => ({ caseKeys: keys }) },
    steps: {
      'all can be done': { answer: 'checkCases', output: seen(() => false) },
      'all but the last can be done': { answer: 'checkCases', output: seen((key) => key === COUNT) },
      'none can be done': { answer: 'checkCases', output: seen(() => true) },
      'server down': { answer: 'checkCases', error: new Error('down') },
      confirmed: { send: { type: 'status.confirmed', answer: { reason: 'Case closed' } } },
      'portion done': {
        answer: 'sendPortion',
        output: portion.map((caseKey) => ({ caseKey, refusal: caseKey === 2 ? REFUSAL : null })),
      },
      'portion lost': { answer: 'sendPortion', error: new Error('lost') },
      'the answer of a portion is lost': { answer: 'sendPortion', error: LOST },
      stopped: { send: { type: 'stop.requested' } },
      'tried again': { send: { type: 'retry.requested' } },
    },
    view: ({ context }) => [
      context.waiting.length,
      context.possible,
      notDone(context).length,
      context.answer !== null,
      context.stopping,
      context.error !== null,
      context.unanswered.length,
    ],
    invariants: {
      'only what can be done is sent': ({ after }) =>
        !after.matches('sending') || (after.context.waiting.length > 0 && after.context.answer !== null),
      'the password is kept only while it is needed': ({ after }) =>
        after.matches('sending') || after.context.answer === null,
      'no case is both done and waiting': ({ after: { context } }) =>
        !context.waiting.some(({ caseKey }) => context.outcomes.some((one) => one.caseKey === caseKey)),
      'no case has two outcomes': ({ after: { context } }) =>
        new Set(context.outcomes.map(({ caseKey }) => caseKey)).size === context.outcomes.length,
      'what was done stays done': ({ before, after }) =>
        before.context.outcomes.every(
          ({ caseKey, refusal }) =>
            refusal !== null ||
            after.matches('previewing') ||
            after.context.outcomes.some((one) => one.caseKey === caseKey),
        ),
      'only a lost answer leaves cases of which nobody knows, and they can be tried again': ({ after }) =>
        after.context.unanswered.length === 0 ||
        (after.context.error === LOST &&
          after.context.unanswered.every((key) => notDone(after.context).includes(key))),
      'an error says why it stands still': ({ after }) =>
        !after.matches('unseen') || after.context.error !== null,
    },
    rests: (snapshot) =>
      (snapshot.matches('finished') && notDone(snapshot.context).length === 0) ||
      (snapshot.matches('previewing') && snapshot.context.waiting.length === 0),
  },
  it,
);
