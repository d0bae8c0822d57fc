/** All paths in which a dialog is shown, answered, refused, retried and hidden. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { makeDialogMachine } from './dialog.machine.ts';

checkModel(
  {
    machine: makeDialogMachine<string, string>(),
    world: () => undefined,
    starts: { page: () => undefined },
    steps: {
      show: { send: { type: 'dialog.show', subject: 'rows 2 and 3' } },
      'show another': { send: { type: 'dialog.show', subject: 'row 9' } },
      hide: { send: { type: 'dialog.hide' } },
      confirm: { send: { type: 'dialog.confirm', answer: 'doubled' } },
      'carried out': { answer: 'carryOut', output: undefined },
      failed: { answer: 'carryOut', error: new Error('offline') },
    },
    view: ({ context }) => [context.subject, context.answer, Boolean(context.error)],
    invariants: {
      'a hidden dialog remembers nothing': ({ after }) =>
        !after.matches('hidden') || Object.values(after.context).every((value) => value === null),
      'an open dialog knows what it is about': ({ after }) =>
        after.matches('hidden') || after.context.subject !== null,
      'what it is about never changes while it is open': ({ before, after }) =>
        before.matches('hidden') ||
        after.matches('hidden') ||
        before.context.subject === after.context.subject,
      'a failure keeps dialog and answer': ({ step, before, after }) =>
        step !== 'failed' ||
        (after.matches('visible') &&
          after.context.answer === before.context.answer &&
          after.context.error !== null),
      'what is being carried out cannot be hidden': ({ step, before, after }) =>
        step !== 'hide' || !before.matches('confirming') || after.matches('confirming'),
      'it goes on once for each success, and never otherwise': ({ step, before, did }) =>
        did.length === (step === 'carried out' && before.matches('confirming') ? 1 : 0),
    },
  },
  it,
);
