import { afterAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { EDITOR_DIALOGS, makeEditorDialogsMachine, subjectIfOpen } from './editorDialogs.machine.ts';

const machine = makeEditorDialogsMachine<{ history: { itemId: string }; why: { keyword: string } }>();
const transitions = watchTransitions(machine);

const openEditor = () => createActor(machine, { inspect: transitions.inspect }).start();

it('shows one dialog with what it is about, and forgets it when hidden', () => {
  const dialogs = openEditor();
  dialogs.send({ type: 'history.show', subject: { itemId: 'X.1' } });
  expect(subjectIfOpen(dialogs.getSnapshot(), 'history')).toEqual({ itemId: 'X.1' });
  expect(subjectIfOpen(dialogs.getSnapshot(), 'why')).toBeNull();
  dialogs.send({ type: 'history.hide' });
  expect(dialogs.getSnapshot().value).toBe('closed');
  expect(dialogs.getSnapshot().context.subject).toBeNull();
});

it('lets a second dialog wait', () => {
  const dialogs = openEditor();
  dialogs.send({ type: 'why.show', subject: { keyword: 'head' } });
  const second = { type: 'history.show', subject: { itemId: 'X.1' } } as const;
  expect(dialogs.getSnapshot().can(second)).toBe(false);
  dialogs.send(second);
  expect(subjectIfOpen(dialogs.getSnapshot(), 'why')).toEqual({ keyword: 'head' });
});

it('is closed by the event of the open dialog only', () => {
  for (const open of EDITOR_DIALOGS)
    for (const other of EDITOR_DIALOGS) {
      const dialogs = openEditor();
      dialogs.send({ type: `${open}.show`, subject: undefined } as never);
      dialogs.send({ type: `${other}.hide` });
      expect(dialogs.getSnapshot().value).toBe(open === other ? 'closed' : open);
    }
});

it('gives way to none, itself included', () => {
  for (const open of EDITOR_DIALOGS)
    for (const other of EDITOR_DIALOGS) {
      const dialogs = openEditor();
      dialogs.send({ type: `${open}.show`, subject: 'first' } as never);
      dialogs.send({ type: `${other}.show`, subject: 'second' } as never);
      expect(subjectIfOpen(dialogs.getSnapshot(), open)).toBe('first');
    }
});

afterAll(() => expect(transitions.notTaken()).toEqual([]));
