/** The dialogs of the case editor: at most one is open. */
import { assign, setup, type SnapshotFrom } from 'xstate';

export const EDITOR_DIALOGS = [
  /** why the status changes, and the signature where one is asked for */
  'status',
  'followUp',
  /** nullification or amendment */
  'nullification',
  /** versions and signatures */
  'versions',
  /** changes of one item */
  'history',
  /** who wrote what an item says */
  'author',
  /** why something is found, required or hidden */
  'why',
] as const;

export type EditorDialog = (typeof EDITOR_DIALOGS)[number];

/** What a dialog needs to know when it is shown; the caller says what that is for each. */
export type DialogSubjects = Partial<Record<EditorDialog, unknown>>;

type ShowEvent<Subjects extends DialogSubjects> = {
  [Name in EditorDialog]: { type: `${Name}.show`; subject: Subjects[Name] };
}[EditorDialog];
type HideEvent = { type: `${EditorDialog}.hide` };

const subjectOf = ({ event }: { event: object }): unknown => ('subject' in event ? event.subject : null);

/**
 * While one is open no other is shown: its `show` is refused, and whoever sends it can ask `can` before.
 */
export const makeEditorDialogsMachine = <Subjects extends DialogSubjects>() => {
  const machine = setup({
    types: { context: {} as { subject: unknown }, events: {} as ShowEvent<Subjects> | HideEvent },
    actions: {
      remember: assign({ subject: subjectOf }),
      forget: assign({ subject: null }),
    },
  });
  const show = (name: EditorDialog) => ({ target: name, actions: 'remember' as const });
  const dialog = (name: EditorDialog) => ({ on: { [`${name}.hide`]: 'closed' as const } });
  return machine.createMachine({
    id: 'editorDialogs',
    context: { subject: null },
    initial: 'closed',
    states: {
      closed: {
        entry: 'forget',
        on: Object.fromEntries(EDITOR_DIALOGS.map((name) => [`${name}.show`, show(name)])),
      },
      status: dialog('status'),
      followUp: dialog('followUp'),
      nullification: dialog('nullification'),
      versions: dialog('versions'),
      history: dialog('history'),
      author: dialog('author'),
      why: dialog('why'),
    },
  });
};

type Snapshot = Pick<SnapshotFrom<ReturnType<typeof makeEditorDialogsMachine>>, 'value' | 'context'>;

/** What the dialog of this name is about, or null while it is not open. */
export const subjectIfOpen = <Subjects extends DialogSubjects, Name extends EditorDialog>(
  { value, context }: Snapshot,
  name: Name,
): Subjects[Name] | null => (value === name ? (context.subject as Subjects[Name]) : null);
