/** The dialogs of an open case: one at a time. */
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
import type { WhySubject } from '../../../engine/index.ts';

/** What each dialog is about. */
interface Subjects {
  status: { statusId: StatusId; next: 'Y' | 'N' };
  followUp: true;
  route: true;
  nullification: NullificationCode;
  versions: 'list' | 'compare';
  history: { page: string; address: ItemAddress };
  /** null: of the whole case */
  questions: { address: ItemAddress | null };
  author: { page: string; address: ItemAddress };
  why: WhySubject;
  completeness: true;
}

export interface EditorDialogs {
  /** what the dialog of this name is about; null while it is not open */
  subject<Name extends EditorDialog>(name: Name): Subjects[Name] | null;
  show<Name extends EditorDialog>(name: Name, subject: Subjects[Name]): void;
  hide(name: EditorDialog): void;
}

const Dialogs = createContext<EditorDialogs | null>(null);

/** Below it everything shares the dialogs of one case. */
export function EditorDialogsProvider({ children }: { children: ReactNode }) {
  const machine = useMemo(() => makeEditorDialogsMachine<Subjects>(), []);
  const [state, send] = useMachine(machine);
  const show = useCallback(
    <Name extends EditorDialog>(name: Name, subject: Subjects[Name]) => {
      // the name and its subject belong together, which a union of events cannot say of a type parameter
      send({ type: `${name}.show`, subject } as Parameters<typeof send>[0]);
    },
    [send],
  );
  const dialogs = useMemo<EditorDialogs>(
    () => ({
      subject: (name) => subjectIfOpen<Subjects, typeof name>(state, name),
      show,
      hide: (name) => send({ type: `${name}.hide` }),
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
