/** Dialogs that are opened by a call and answer by a promise: one at a time, drawn by the host, run by the dialog machine. */
import type { ReactNode } from 'react';
import { createActor } from 'xstate';
import { makeDialogMachine } from '../../machines/dialog/dialog.machine.ts';

interface Shown {
  /** counts the dialogs, so that each starts with fresh state */
  number: number;
  draw: () => ReactNode;
}

/** The dialog that is open, in the machine's context as `subject`. */
export const openedDialog = createActor(makeDialogMachine<Shown, never>()).start();

let opened = 0;

/** Closes the open dialog; its promise resolves as closed. */
export const closeDialog = (): void => openedDialog.send({ type: 'dialog.hide' });

/**
 * Opens a dialog. Resolves to what it answers, and to `closed` where it is closed without, or where another one is open.
 *
 * @param draw draws the dialog; what it gives to `answer` closes it
 */
export function openDialog<Answer>(
  draw: (answer: (given: Answer) => void) => ReactNode,
  closed: Answer,
): Promise<Answer> {
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      resolve(given);
      closeDialog();
    };
    opened += 1;
    const show = { type: 'dialog.show', subject: { number: opened, draw: () => draw(answer) } } as const;
    if (!openedDialog.getSnapshot().can(show)) {
      resolve(closed);
      return;
    }
    openedDialog.send(show);
    const waiting = openedDialog.subscribe((state) => {
      if (!state.matches('hidden')) return;
      waiting.unsubscribe();
      resolve(closed);
    });
  });
}
