/** The dialogs of an open case: one at a time, and nobody waits for one that is gone. */
import { useMachine } from '@xstate/react';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import {
  makeEditorDialogsMachine,
  subjectIfOpen,
  type EditorDialog,
} from '../../../../machines/editor-dialogs/editorDialogs.machine.ts';
import type { StatusId } from '../../../../machines/case-status/caseStatus.machine.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { NullificationCode } from '../../../../shared/case/nullification.ts';
import type { Term, WhySubject } from '../../../engine/index.ts';
import type { LookUpRequest } from '../../../catalogue/LookUpDialog.tsx';

/** A request to look something up, and who waits for the answer. */
interface LookUp {
  request: LookUpRequest;
  done: (term: Term | null) => void;
}

/** What each dialog is about. */
interface Subjects {
  status: { statusId: StatusId; next: 'Y' | 'N' };
  followUp: true;
  nullification: NullificationCode;
  versions: 'list' | 'compare';
  history: { page: string; address: ItemAddress };
  author: { page: string; address: ItemAddress };
  why: WhySubject;
  lookUp: LookUp;
}

export interface EditorDialogs {
  /** what the dialog of this name is about; null while it is not open */
  subject<Name extends EditorDialog>(name: Name): Subjects[Name] | null;
  show<Name extends EditorDialog>(name: Name, subject: Subjects[Name]): void;
  hide(name: EditorDialog): void;
  /** Opens the look-up; null where no term was picked. */
  askForTerm(request: LookUpRequest): Promise<Term | null>;
}

const isLookUp = (subject: unknown): subject is LookUp =>
  typeof subject === 'object' && subject !== null && 'request' in subject && 'done' in subject;

const Dialogs = createContext<EditorDialogs | null>(null);

/** Below it everything shares the dialogs of one case. */
export function EditorDialogsProvider({ children }: { children: ReactNode }) {
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
  const [state, send, actor] = useMachine(machine);
  const show = useCallback(
    <Name extends EditorDialog>(name: Name, subject: Subjects[Name]) => {
      // the name and its subject belong together, which a union of events cannot say of a type parameter
      const event = { type: `${name}.show`, subject } as Parameters<typeof send>[0];
      const shown = actor.getSnapshot().can(event);
      send(event);
      return shown;
    },
    [actor, send],
  );
  const dialogs = useMemo<EditorDialogs>(
    () => ({
      subject: (name) => subjectIfOpen<Subjects, typeof name>(state, name),
      show: (name, subject) => void show(name, subject),
      hide: (name) => send({ type: `${name}.hide` }),
      askForTerm: (request) =>
        new Promise((done) => {
          if (!show('lookUp', { request, done })) done(null);
        }),
    }),
    [state, show, send],
  );
  return <Dialogs.Provider value={dialogs}>{children}</Dialogs.Provider>;
}

export function useEditorDialogs(): EditorDialogs {
  const dialogs = useContext(Dialogs);
  if (!dialogs) throw new Error('the dialogs of the editor are asked for outside of a case');
  return dialogs;
}
