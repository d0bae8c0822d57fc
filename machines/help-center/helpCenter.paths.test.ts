/** All paths to the help center, including failures. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { helpCenterMachine } from './helpCenter.machine.ts';

checkModel(
  {
    machine: helpCenterMachine,
    world: () => ({ agreed: false }),
    starts: { header: () => undefined },
    steps: {
      'asks for help': { send: { type: 'help.requested' } },
      'lets in': { answer: 'askHelpCenter', output: { policyAgreed: true, url: 'in' } },
      'wants a policy': { answer: 'askHelpCenter', output: { policyAgreed: false, url: 'policy' } },
      'does not answer': { answer: 'askHelpCenter', error: new Error('no') },
      agrees: { send: { type: 'policy.answered', agreed: true } },
      'says anything else': { send: { type: 'policy.answered', agreed: false } },
    },
    invariants: {
      'the help center is opened only when it lets the user in': ({ step, did }) =>
        did.every(({ action }) => action !== 'openHelpCenter') || step === 'lets in',
      'one is sent to one place at a time': ({ did }) => did.length <= 1,
      'a window of the policy is closed only where one was opened': ({ did, history }) =>
        did.every(({ action }) => action !== 'closePolicy') ||
        history.some(({ action }) => action === 'openPolicy'),
      'agreeing asks again': ({ step, before, after }) =>
        step !== 'agrees' || !before.matches('agreeing') || after.matches('asking'),
      'a failure is never silent': ({ step, before, did }) =>
        step !== 'does not answer' ||
        !before.matches('asking') ||
        did.some(({ action }) => action === 'showFailed'),
    },
  },
  it,
);
