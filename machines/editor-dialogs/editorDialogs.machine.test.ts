import { afterAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { EDITOR_DIALOGS, makeEditorDialogsMachine, subjectIfOpen } from './editorDialogs.machine.ts';

const machine = makeEditorDialogsMachine<{ history: { itemId: string }; why: { keyword: string } }>();
const transitions = watchTransitions(machine);

const openEditor = () => createActor(machine, { inspect: transitions.inspect }).start();

it('shows one dialog with its subject, and forgets it when hidden', () => {
  const dialogs = openEditor();
  dialogs.send({ type: 'history.show', subject: { itemId: 'X.1' } });
  expect(subjectIfOpen(dialogs.getSnapshot(), 'history')).toEqual({ itemId: 'X.1' });
  expect(subjectIfOpen(dialogs.getSnapshot(), 'why')).toBeNull();
  dialogs.send({ type: 'history.hide' });
  expect(dialogs.getSnapshot().value).toBe('closed');
  expect(dialogs.getSnapshot().context.subject).toBeNull();
});

it('refuses a second dialog', () => {
  const dialogs = openEditor();
  dialogs.send({ type: 'why.show', subject: { keyword: 'head' } });
  const second = { type: 'history.show', subject: { itemId: 'X.1' } } as const;
  expect(dialogs.getSnapshot().can(second)).toBe(false);
  dialogs.send(second);
  expect(subjectIfOpen(dialogs.getSnapshot(), 'why')).toEqual({ keyword: 'head' });
});

it('is closed only by the event of the open dialog', () => {
  for (const open of EDITOR_DIALOGS)
    for (const other of EDITOR_DIALOGS) {
      const dialogs = openEditor();
      dialogs.send({ type: `${open}.show`, subject: undefined } as never);
      dialogs.send({ type: `${other}.hide` });
      expect(dialogs.getSnapshot().value).toBe(open === other ? 'closed' : open);
    }
});

it('never replaces an open dialog, not even by itself', () => {
  for (const open of EDITOR_DIALOGS)
    for (const other of EDITOR_DIALOGS) {
      const dialogs = openEditor();
      dialogs.send({ type: `${open}.show`, subject: 'first' } as never);
      dialogs.send({ type: `${other}.show`, subject: 'second' } as never);
      expect(subjectIfOpen(dialogs.getSnapshot(), open)).toBe('first');
    }
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
