/** All paths through routing several cases: only validated and confirmed cases are sent. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import {
  batchWorkflowMachine,
  ROUTINGS_A_PORTION,
  routableOf,
  type Validation,
} from './batchWorkflow.machine.ts';

const caseKeys = Array.from({ length: ROUTINGS_A_PORTION + 2 }, (_, at) => at + 1);
const refusal = { errCode: 'ROUTE_REFUSED', errMsg: 'It is locked' };
const validation = (refused: readonly number[], signed = false): Validation => ({
  listInfo: caseKeys.map((caseKey) => ({
    caseKey,
    caseNo: null,
    current: null,
    overrides: false,
    refusal: refused.includes(caseKey) ? refusal : null,
    retrievedAt: '2026-03-02T08:00:00.000Z',
  })),
  workflows: [],
  staying: [],
  signed,
});
const outcomes = (keys: readonly number[]) => keys.map((caseKey) => ({ caseKey, refusal: null }));
const target = { workflowInfo: { workflowKey: 'B', roleId: null, userKey: null }, comments: 'All' };
const signature = { meaning: 'approval', password: 'secret' };

const LOST = new Error('no answer');

checkModel(
  {
    machine: batchWorkflowMachine.provide({ guards: { mayBeDone: ({ context }) => context.error === LOST } }),
    world: () => undefined,
    starts: { list: () => ({ caseKeys }) },
    steps: {
      'one cannot': { answer: 'validate', output: validation([1]) },
      'none can': { answer: 'validate', output: validation(caseKeys) },
      'to be signed': { answer: 'validate', output: validation([1], true) },
      'no answer': { answer: 'validate', error: new Error('gone') },
      retry: { send: { type: 'retry.requested' } },
      target: { send: { type: 'target.chosen', target } },
      back: { send: { type: 'back' } },
      confirm: { send: { type: 'confirmed', signature: null } },
      sign: { send: { type: 'confirmed', signature } },
      'a portion is done': { answer: 'sendPortion', output: outcomes(caseKeys.slice(0, ROUTINGS_A_PORTION)) },
      'a portion fails': { answer: 'sendPortion', error: new Error('wrong password') },
      'the answer of a portion is lost': { answer: 'sendPortion', error: LOST },
      stop: { send: { type: 'stop.requested' } },
    },
    view: ({ context: { judged, signature: signed, waiting, outcomes: done, unanswered, stopping } }) => [
      judged && [routableOf(judged).length, judged.signed],
      signed !== null,
      waiting.length,
      done.length,
      unanswered.length,
      stopping,
    ],
    rests: (state) => state.matches('done'),
    invariants: {
      'only what was judged possible is sent': ({ after }) =>
        !after.matches('running') ||
        after.context.waiting.every((key) => routableOf(after.context.judged).includes(key)),
      'something is sent, to somewhere': ({ after }) =>
        !after.matches('running') || (after.context.target !== null && after.context.waiting.length > 0),
      'nothing runs unconfirmed': ({ step, before, after }) =>
        !after.matches('running') || before.matches('running') || ['confirm', 'sign'].includes(step),
      'what has to be signed is signed': ({ after }) =>
        !after.matches('running') ||
        after.context.judged?.signed !== true ||
        after.context.signature !== null,
      'a signature is kept no longer than it is needed': ({ after }) =>
        after.matches('running') || after.context.signature === null,
      'a case is not sent twice': ({ after }) =>
        after.context.waiting.length + after.context.outcomes.length <=
        routableOf(after.context.judged).length + ROUTINGS_A_PORTION,
      'only a lost answer leaves cases of which nobody knows': ({ after }) =>
        after.context.unanswered.length === 0 || after.context.error === LOST,
      'a failure is kept to be told': ({ step, after }) =>
        !['a portion fails', 'no answer'].includes(step) || after.context.error !== null,
    },
  },
  it,
);
