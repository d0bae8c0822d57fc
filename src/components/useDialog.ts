/** A dialog of a component: the dialog machine with what the component does as its world. */
import { useMachine } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import { makeDialogMachine } from '../../machines/dialog/dialog.machine.ts';

export interface DialogWorld<Subject, Answer> {
  /** does what was confirmed; where it rejects, the dialog stays open with the error */
  carryOut?: (subject: Subject, answer: Answer) => Promise<unknown>;
  /** once the dialog is gone */
  afterwards?: (subject: Subject, answer: Answer) => void;
}

export interface DialogHandle<Subject, Answer> {
  /** what the dialog is about; null while it is hidden */
  subject: Subject | null;
  /** why what was confirmed could not be done */
  error: unknown;
  /** what was confirmed is being done: nothing can be pressed */
  busy: boolean;
  show: (subject: Subject) => void;
  hide: () => void;
  confirm: (answer: Answer) => void;
}

/** Shows a dialog, carries out what it confirms, and hides it; `show`, `hide` and `confirm` keep their identity. */
export function useDialog<Subject, Answer = void>({
  carryOut,
  afterwards,
}: DialogWorld<Subject, Answer> = {}): DialogHandle<Subject, Answer> {
  const [machine] = useState(makeDialogMachine<Subject, Answer>);
  // callers write their functions in place: the running machine takes those of the last rendering
  const [state, send] = useMachine(
    // subject and answer are given: only an open dialog is confirmed
    machine.provide({
      actors: {
        carryOut: fromPromise(async ({ input }) =>
          carryOut?.(input.subject as Subject, input.answer as Answer),
        ),
      },
      actions: {
        afterwards: (_, done) => afterwards?.(done.subject as Subject, done.answer as Answer),
      },
    }),
  );
  return {
    subject: state.context.subject,
    error: state.context.error,
    busy: state.matches('confirming'),
    show: useCallback((subject: Subject) => send({ type: 'dialog.show', subject }), [send]),
    hide: useCallback(() => send({ type: 'dialog.hide' }), [send]),
    confirm: useCallback((answer: Answer) => send({ type: 'dialog.confirm', answer }), [send]),
  };
}
