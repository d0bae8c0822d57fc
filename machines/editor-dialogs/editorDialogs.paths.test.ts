/** All sequences of the editor's dialogs. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import type { ModelStep } from '../testing/model.types.ts';
import { EDITOR_DIALOGS, makeEditorDialogsMachine } from './editorDialogs.machine.ts';

const machine = makeEditorDialogsMachine();
type Step = ModelStep<typeof machine, undefined>;

const steps = Object.fromEntries(
  EDITOR_DIALOGS.flatMap((name): [string, Step][] => [
    [`show ${name}`, { send: { type: `${name}.show`, subject: `about ${name}` } }],
    [`hide ${name}`, { send: { type: `${name}.hide` } }],
  ]),
);

checkModel(
  {
    machine,
    world: () => undefined,
    starts: { editor: () => undefined },
    steps,
    view: ({ context }) => context.subject,
    invariants: {
      'an open dialog knows what it is about': ({ after }) =>
        after.value === 'closed' || after.context.subject === `about ${after.value}`,
      'a closed one remembers nothing': ({ after }) =>
        after.value !== 'closed' || after.context.subject === null,
      'an open dialog is not pushed aside': ({ step, before, after }) =>
        before.value === 'closed' || step === `hide ${before.value}` || after.value === before.value,
    },
  },
  it,
);
