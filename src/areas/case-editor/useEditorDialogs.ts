/** The dialogs of an open page of the editor: one at a time, and nobody waits for one that is gone. */
import { useMachine } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import {
  makeEditorDialogsMachine,
  subjectIfOpen,
} from '../../../machines/editor-dialogs/editorDialogs.machine.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { Term } from '../../engine/index.ts';
import type { LookUpRequest } from './components/LookUpDialog.tsx';

/** A request to look something up, and who waits for the answer. */
export interface LookUp {
  request: LookUpRequest;
  done: (term: Term | null) => void;
}

interface Subjects {
  lookUp: LookUp;
  history: ItemAddress;
}

const isLookUp = (subject: unknown): subject is LookUp =>
  typeof subject === 'object' && subject !== null && 'request' in subject && 'done' in subject;

/** `lookUp` and `history` are what the open dialog is about, or null; `askForTerm` answers null where none was picked. */
export function useEditorDialogs() {
  const machine = useMemo(
    () =>
      makeEditorDialogsMachine<Subjects>().provide({
        actions: {
          // answered already where a term was picked; else whoever asked is told that none was
          whenClosed: (_, { subject }) => isLookUp(subject) && subject.done(null),
        },
      }),
    [],
  );
  const [state, send, dialogs] = useMachine(machine);
  const askForTerm = useCallback(
    (request: LookUpRequest) =>
      new Promise<Term | null>((done) => {
        const show = { type: 'lookUp.show', subject: { request, done } } as const;
        if (dialogs.getSnapshot().can(show)) send(show);
        else done(null);
      }),
    [dialogs, send],
  );
  return {
    lookUp: subjectIfOpen<Subjects, 'lookUp'>(state, 'lookUp'),
    history: subjectIfOpen<Subjects, 'history'>(state, 'history'),
    askForTerm,
    send,
  };
}
