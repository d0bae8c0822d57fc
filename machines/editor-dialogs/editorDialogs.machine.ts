/** The dialogs of the case editor: at most one is open. */
import { assign, setup, type SnapshotFrom } from 'xstate';

export const EDITOR_DIALOGS = [
  /** reason of a status change, and the signature if required */
  'status',
  /** routing of the case in its workflow */
  'route',
  'followUp',
  /** nullification or amendment */
  'nullification',
  /** versions and signatures */
  'versions',
  /** changes of one item */
  'history',
  /** questions at an item or of the case */
  'questions',
  /** author of an item's value */
  'author',
  /** why something is reported, required or hidden */
  'why',
  /** what the case lacks to be well documented */
  'completeness',
] as const;

export type EditorDialog = (typeof EDITOR_DIALOGS)[number];

/** Subject of each dialog; its type is up to the caller. */
export type DialogSubjects = Partial<Record<EditorDialog, unknown>>;

type ShowEvent<Subjects extends DialogSubjects> = {
  [Name in EditorDialog]: { type: `${Name}.show`; subject: Subjects[Name] };
}[EditorDialog];
type HideEvent = { type: `${EditorDialog}.hide` };

const subjectOf = ({ event }: { event: object }): unknown => ('subject' in event ? event.subject : null);

/** While one is open no other is shown: `show` is refused, and the sender can query `can` first. */
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
      route: dialog('route'),
      followUp: dialog('followUp'),
      nullification: dialog('nullification'),
      versions: dialog('versions'),
      history: dialog('history'),
      questions: dialog('questions'),
      author: dialog('author'),
      why: dialog('why'),
      completeness: dialog('completeness'),
    },
  });
};

type Snapshot = Pick<SnapshotFrom<ReturnType<typeof makeEditorDialogsMachine>>, 'value' | 'context'>;

/** The subject of the dialog of this name, or null while it is closed. */
export const subjectIfOpen = <Subjects extends DialogSubjects, Name extends EditorDialog>(
  { value, context }: Snapshot,
  name: Name,
): Subjects[Name] | null => (value === name ? (context.subject as Subjects[Name]) : null);
