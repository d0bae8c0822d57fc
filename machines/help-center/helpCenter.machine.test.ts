import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { helpCenterMachine, type HelpCenterEntry } from './helpCenter.machine.ts';

const transitions = watchTransitions(helpCenterMachine);
const IN: HelpCenterEntry = { policyAgreed: true, url: 'https://help.example/in' };
const POLICY: HelpCenterEntry = { policyAgreed: false, url: 'https://help.example/policy' };

/** A help center with these answers in order. */
function startHelp(...answers: (HelpCenterEntry | Error)[]) {
  const done: string[] = [];
  const left = [...answers];
  const machine = helpCenterMachine.provide({
    actors: {
      askHelpCenter: fromPromise(async () => {
        const answer = left.shift() ?? new Error('asked once too often');
        if (answer instanceof Error) throw answer;
        return answer;
      }),
    },
    actions: {
      openHelpCenter: (_, { url }) => void done.push(`open ${url}`),
      openPolicy: (_, { url }) => void done.push(`policy ${url}`),
      closePolicy: () => void done.push('close'),
      showFailed: (_, { error }) => void done.push(String(error)),
    },
  });
  const help = createActor(machine, { inspect: transitions.inspect }).start();
  help.send({ type: 'help.requested' });
  return { help, done, rests: (state: 'idle' | 'agreeing') => waitFor(help, (s) => s.matches(state)) };
}

it('opens the help center if it admits the user', async () => {
  const { done, rests } = startHelp(IN);
  await rests('idle');
  expect(done).toEqual([`open ${IN.url}`]);
});

it('requests again after the policy is accepted, and opens it', async () => {
  const { help, done, rests } = startHelp(POLICY, IN);
  await rests('agreeing');
  help.send({ type: 'policy.answered', agreed: true });
  await rests('idle');
  expect(done).toEqual([`policy ${POLICY.url}`, `open ${IN.url}`]);
});

it('closes the policy on any other answer', async () => {
  const { help, done, rests } = startHelp(POLICY);
  await rests('agreeing');
  help.send({ type: 'policy.answered', agreed: false });
  expect(done).toEqual([`policy ${POLICY.url}`, 'close']);
  expect(help.getSnapshot().value).toBe('idle');
});

it('starts over if the policy window is gone', async () => {
  const { help, done, rests } = startHelp(POLICY, POLICY);
  await rests('agreeing');
  help.send({ type: 'help.requested' });
  expect(help.getSnapshot().value).toBe('asking');
  await rests('agreeing');
  expect(done).toHaveLength(2);
});

it('reports that the help center does not respond', async () => {
  const { done, rests } = startHelp(new Error('no answer'));
  await rests('idle');
  expect(done).toEqual(['Error: no answer']);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
