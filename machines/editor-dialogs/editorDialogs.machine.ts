/** The dialogs of the case editor: at most one is open, and what each may give way to. */
import { assign, setup, type SnapshotFrom } from 'xstate';

/**
 * The dialogs, each with those that may take its place. `discard` may take every place, since a way out of the page
 * can be chosen at any time. Whatever is not named waits until the open dialog is closed.
 */
export const LEADS_TO = {
  /** why a page is saved, or a status changed */
  reason: ['signature', 'stale', 'discard'],
  /** the password again, and what the signature means */
  signature: ['discard'],
  /** items somebody else changed meanwhile; a third person may have changed some once more */
  stale: ['stale', 'discard'],
  deleteRows: ['signature', 'discard'],
  discard: [],
  followUp: ['signature', 'discard'],
  nullify: ['signature', 'discard'],
  /** changes of one item */
  history: ['discard'],
  /** a dictionary */
  lookUp: ['discard'],
} as const;

export type EditorDialog = keyof typeof LEADS_TO;
export const EDITOR_DIALOGS = Object.keys(LEADS_TO) as readonly EditorDialog[];

/** What a dialog needs to know when it is shown; the caller says what that is for each. */
export type DialogSubjects = Partial<Record<EditorDialog, unknown>>;

type ShowEvent<Subjects extends DialogSubjects> = {
  [Name in EditorDialog]: { type: `${Name}.show`; subject: Subjects[Name] };
}[EditorDialog];
type HideEvent = { type: `${EditorDialog}.hide` };

const subjectOf = ({ event }: { event: object }): unknown => ('subject' in event ? event.subject : null);

/** `whenClosed` hears of each dialog that is gone, answered or not, with what it was about. */
export const makeEditorDialogsMachine = <Subjects extends DialogSubjects>() => {
  const machine = setup({
    types: { context: {} as { subject: unknown }, events: {} as ShowEvent<Subjects> | HideEvent },
    actions: {
      whenClosed: (_, _gone: { dialog: EditorDialog; subject: unknown }) => {},
      remember: assign({ subject: subjectOf }),
      forget: assign({ subject: null }),
    },
  });
  const shows = <Name extends EditorDialog>(names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => [
        `${name}.show`,
        { target: `#editorDialogs.${name}`, reenter: true, actions: 'remember' as const },
      ]),
    );
  const dialog = (name: EditorDialog) => ({
    on: { [`${name}.hide`]: { target: 'closed' as const }, ...shows(LEADS_TO[name]) },
    exit: {
      type: 'whenClosed' as const,
      params: ({ context }: { context: { subject: unknown } }) => ({
        dialog: name,
        subject: context.subject,
      }),
    },
  });
  return machine.createMachine({
    id: 'editorDialogs',
    context: { subject: null },
    initial: 'closed',
    states: {
      closed: { entry: 'forget', on: shows(EDITOR_DIALOGS) },
      reason: dialog('reason'),
      signature: dialog('signature'),
      stale: dialog('stale'),
      deleteRows: dialog('deleteRows'),
      discard: dialog('discard'),
      followUp: dialog('followUp'),
      nullify: dialog('nullify'),
      history: dialog('history'),
      lookUp: dialog('lookUp'),
    },
  });
};

type Snapshot = Pick<SnapshotFrom<ReturnType<typeof makeEditorDialogsMachine>>, 'value' | 'context'>;

/** What the dialog of this name is about, or null while it is not open. */
export const subjectIfOpen = <Subjects extends DialogSubjects, Name extends EditorDialog>(
  { value, context }: Snapshot,
  name: Name,
): Subjects[Name] | null => (value === name ? (context.subject as Subjects[Name]) : null);
