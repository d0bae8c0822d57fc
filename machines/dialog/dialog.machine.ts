/** One dialog: shown by an event, hidden by its opposite, and forgetful. */
import { assign, fromPromise, setup } from 'xstate';

interface DialogContext<Subject, Answer> {
  /** what the dialog is about; null while it is hidden */
  subject: Subject | null;
  /** what is being carried out, or failed to be */
  answer: Answer | null;
  error: unknown;
}

/**
 * The chart for dialogs of one kind of subject and answer. `carryOut` does what was confirmed: where it fails, the
 * dialog stays with the error and what was typed, so that it can be tried again. What is being carried out cannot be
 * hidden: nobody would learn how it ended. `afterwards` goes on once the dialog is gone.
 */
export const makeDialogMachine = <Subject, Answer>() => {
  const cleared: DialogContext<Subject, Answer> = { subject: null, answer: null, error: null };
  return setup({
    types: {
      context: {} as DialogContext<Subject, Answer>,
      events: {} as
        | { type: 'dialog.show'; subject: Subject }
        | { type: 'dialog.hide' }
        | { type: 'dialog.confirm'; answer: Answer },
    },
    actors: {
      carryOut: fromPromise<unknown, { subject: Subject | null; answer: Answer | null }>(() =>
        Promise.reject(new Error('carryOut was not provided')),
      ),
    },
    actions: { afterwards: (_, _done: { subject: Subject | null; answer: Answer | null }) => {} },
  }).createMachine({
    id: 'dialog',
    context: cleared,
    initial: 'hidden',
    states: {
      hidden: {
        entry: assign(() => cleared),
        on: {
          'dialog.show': { target: 'visible', actions: assign({ subject: ({ event }) => event.subject }) },
        },
      },
      visible: {
        on: {
          'dialog.hide': 'hidden',
          'dialog.confirm': {
            target: 'confirming',
            actions: assign({ answer: ({ event }) => event.answer, error: null }),
          },
        },
      },
      confirming: {
        invoke: {
          src: 'carryOut',
          input: ({ context: { subject, answer } }) => ({ subject, answer }),
          onDone: {
            target: 'hidden',
            actions: {
              type: 'afterwards',
              params: ({ context: { subject, answer } }) => ({ subject, answer }),
            },
          },
          onError: { target: 'visible', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
    },
  });
};
