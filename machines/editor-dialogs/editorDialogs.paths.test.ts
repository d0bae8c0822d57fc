/** Every way the dialogs of the editor follow each other. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import type { ModelStep } from '../testing/model.types.ts';
import { EDITOR_DIALOGS, makeEditorDialogsMachine } from './editorDialogs.machine.ts';

const machine = makeEditorDialogsMachine();
interface World {
  shown: number;
}
type Step = ModelStep<typeof machine, World>;

const steps = Object.fromEntries(
  EDITOR_DIALOGS.flatMap((name): [string, Step][] => [
    [`show ${name}`, { send: { type: `${name}.show`, subject: `about ${name}` } }],
    [`hide ${name}`, { send: { type: `${name}.hide` } }],
  ]),
);

checkModel(
  {
    machine,
    world: (): World => ({ shown: 0 }),
    starts: { editor: () => undefined },
    steps,
    view: ({ context }) => context.subject,
    invariants: {
      'an open dialog knows what it is about': ({ after }) =>
        after.value === 'closed' || after.context.subject === `about ${after.value}`,
      'a closed one remembers nothing': ({ after }) =>
        after.value !== 'closed' || after.context.subject === null,
      'each dialog that is gone is told once': ({ step, before, after, did }) => {
        const again = before.value === 'stale' && step === 'show stale';
        const gone = before.value !== 'closed' && (before.value !== after.value || again);
        return did.length === (gone ? 1 : 0);
      },
      'leaving the page can be asked for at any time': ({ step, after }) =>
        step !== 'show discard' || after.value === 'discard',
      'a question about leaving is not pushed aside': ({ step, before, after }) =>
        before.value !== 'discard' || step === 'hide discard' || after.value === 'discard',
    },
  },
  it,
);
