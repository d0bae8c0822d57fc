/** All paths to a sponsor and a sender. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { missingIn, senderChoiceMachine } from './senderChoice.machine.ts';

checkModel(
  {
    machine: senderChoiceMachine,
    world: () => undefined,
    starts: {
      nobody: () => ({ sponsor: '', sender: '' }),
      'last used': () => ({ sponsor: 'acme', sender: 'tokyo' }),
    },
    steps: {
      'chooses a sponsor': { send: { type: 'sponsor.chosen', sponsor: 'beta' } },
      'chooses no sponsor': { send: { type: 'sponsor.chosen', sponsor: '' } },
      'two senders': { answer: 'listSenders', output: ['seoul', 'tokyo'] },
      'no senders': { answer: 'listSenders', output: [] },
      'no answer': { answer: 'listSenders', error: new Error('no') },
      'tries again': { send: { type: 'senders.retried' } },
      'chooses a sender': { send: { type: 'sender.chosen', sender: 'tokyo' } },
      'chooses no sender': { send: { type: 'sender.chosen', sender: '' } },
      submits: { send: { type: 'choice.submitted' } },
    },
    view: ({ context: { sponsor, sender, senders, confirmed } }) => [
      sponsor,
      sender,
      senders.length,
      confirmed,
    ],
    invariants: {
      'nobody goes on without a sponsor': ({ after }) =>
        after.status !== 'done' || after.context.sponsor !== '',
      'nobody goes on without a sender where there is one': ({ after }) =>
        after.status !== 'done' || !missingIn(after.context).sender,
      'a sender is always one of the sponsor': ({ after }) =>
        !after.matches('choosing') || ['', ...after.context.senders].includes(after.context.sender),
      'another sponsor clears the sender': ({ step, before, after }) =>
        step !== 'chooses a sponsor' || before.status === 'done' || after.context.sender === '',
      'what was refused is shown': ({ step, before, after, did }) =>
        step !== 'submits' ||
        !(before.matches('choosing') || before.matches('noSponsor')) ||
        (after.status === 'done') !== did.some(({ action }) => action === 'showMissing'),
    },
  },
  it,
);
