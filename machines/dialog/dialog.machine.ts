/** A dialog, shown and hidden by events, that keeps no state when hidden. */
import { assign, fromPromise, setup } from 'xstate';

interface DialogContext<Subject, Answer> {
  /** subject of the dialog; null while it is hidden */
  subject: Subject | null;
  /** the confirmed answer, being executed or failed */
  answer: Answer | null;
  error: unknown;
}

/**
 * The machine for dialogs of one kind of subject and answer. `carryOut` executes what was confirmed: on a failure the
 * dialog stays open with the error and the entered data for a retry. It cannot be hidden while executing, since the
 * result would be lost. `afterwards` continues after the dialog has closed.
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
