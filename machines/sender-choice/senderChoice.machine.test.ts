import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { missingIn, senderChoiceMachine, type SenderChoice } from './senderChoice.machine.ts';

const transitions = watchTransitions(senderChoiceMachine);
const SENDERS: Record<string, string[]> = { acme: ['seoul', 'tokyo'], beta: ['paris'], empty: [] };

function startChoice(input: SenderChoice, broken = new Set<string>()) {
  const read: string[] = [];
  let missingShown = 0;
  const machine = senderChoiceMachine.provide({
    actors: {
      listSenders: fromPromise<readonly string[], { sponsor: string }>(async ({ input: { sponsor } }) => {
        read.push(sponsor);
        if (broken.has(sponsor)) throw new Error('no answer');
        return SENDERS[sponsor] ?? [];
      }),
    },
    actions: { showMissing: () => void (missingShown += 1) },
  });
  const choice = createActor(machine, { input, inspect: transitions.inspect }).start();
  return {
    choice,
    read,
    listed: () => waitFor(choice, (state) => state.matches('choosing')),
    sender: () => choice.getSnapshot().context.sender,
    missing: () => missingIn(choice.getSnapshot().context),
    missingShown: () => missingShown,
  };
}

it('keeps the last used sender', async () => {
  const { choice, listed } = startChoice({ sponsor: 'acme', sender: 'tokyo' });
  await listed();
  choice.send({ type: 'choice.submitted' });
  expect(choice.getSnapshot().output).toEqual({ sponsor: 'acme', sender: 'tokyo' });
});

it('selects the first sender if the requested one does not exist', async () => {
  const { listed, sender } = startChoice({ sponsor: 'acme', sender: 'oslo' });
  await listed();
  expect(sender()).toBe('seoul');
});

it('clears the sender with the sponsor, and reads the senders again', async () => {
  const { choice, listed, sender, read } = startChoice({ sponsor: 'acme', sender: 'tokyo' });
  await listed();
  choice.send({ type: 'sponsor.chosen', sponsor: 'beta' });
  expect(sender()).toBe('');
  await listed();
  expect(sender()).toBe('paris');
  choice.send({ type: 'sponsor.chosen', sponsor: 'acme' });
  await listed();
  expect(sender()).toBe('seoul');
  expect(read).toEqual(['acme', 'beta', 'acme']);
});

it('follows the last chosen sponsor, however slow the senders of the previous one', async () => {
  const { choice, listed, sender } = startChoice({ sponsor: 'acme', sender: '' });
  choice.send({ type: 'sponsor.chosen', sponsor: 'beta' });
  await listed();
  expect(sender()).toBe('paris');
});

it('requires a sponsor', async () => {
  const { choice, missing, missingShown, listed } = startChoice({ sponsor: '', sender: '' });
  choice.send({ type: 'choice.submitted' });
  expect(missing()).toEqual({ sponsor: true, sender: false });
  expect(missingShown()).toBe(1);
  choice.send({ type: 'sponsor.chosen', sponsor: 'acme' });
  await listed();
  expect(missing()).toEqual({ sponsor: false, sender: false });
  choice.send({ type: 'sponsor.chosen', sponsor: '' });
  expect(missing().sponsor).toBe(true);
});

it('requires a sender', async () => {
  const { choice, listed, missing, missingShown } = startChoice({ sponsor: 'acme', sender: '' });
  await listed();
  choice.send({ type: 'sender.chosen', sender: '' });
  expect(missing()).toEqual({ sponsor: false, sender: true });
  choice.send({ type: 'choice.submitted' });
  expect(missingShown()).toBe(1);
  choice.send({ type: 'sender.chosen', sender: 'tokyo' });
  choice.send({ type: 'choice.submitted' });
  expect(choice.getSnapshot().status).toBe('done');
});

it('continues for a sponsor without senders', async () => {
  const { choice, listed } = startChoice({ sponsor: 'empty', sender: '' });
  await listed();
  choice.send({ type: 'choice.submitted' });
  expect(choice.getSnapshot().output).toEqual({ sponsor: 'empty', sender: '' });
});

it('takes what was confirmed before the senders were listed', async () => {
  const { choice } = startChoice({ sponsor: 'acme', sender: 'tokyo' });
  choice.send({ type: 'choice.submitted' });
  await waitFor(choice, (state) => state.status === 'done');
  expect(choice.getSnapshot().output).toEqual({ sponsor: 'acme', sender: 'tokyo' });
});

it('takes no sender unseen where there are several', async () => {
  const { choice, listed, sender } = startChoice({ sponsor: 'acme', sender: 'oslo' });
  choice.send({ type: 'choice.submitted' });
  await listed();
  expect(sender()).toBe('seoul');
});

it('reads the senders again on request', async () => {
  const broken = new Set(['acme']);
  const { choice, listed, sender } = startChoice({ sponsor: 'acme', sender: '' }, broken);
  await waitFor(choice, (state) => state.matches('failed'));
  broken.clear();
  choice.send({ type: 'senders.retried' });
  await listed();
  expect(sender()).toBe('seoul');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
