import { afterAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { makeDialogMachine } from './dialog.machine.ts';

const deleteDialog = makeDialogMachine<{ rows: readonly number[] }, { reason: string }>();
const transitions = watchTransitions(deleteDialog);

function startDialog(carryOut: (reason: string) => Promise<void> = () => Promise.resolve()) {
  const afterwards = vi.fn();
  const machine = deleteDialog.provide({
    actors: { carryOut: fromPromise(({ input }) => carryOut(input.answer?.reason ?? '')) },
    actions: { afterwards: (_, done) => afterwards(done) },
  });
  const dialog = createActor(machine, { inspect: transitions.inspect }).start();
  return { dialog, afterwards };
}
const shown = { type: 'dialog.show', subject: { rows: [2, 3] } } as const;

it('shows its subject and forgets it when hidden', () => {
  const { dialog, afterwards } = startDialog();
  dialog.send(shown);
  expect(dialog.getSnapshot().value).toBe('visible');
  expect(dialog.getSnapshot().context.subject).toEqual({ rows: [2, 3] });
  dialog.send({ type: 'dialog.hide' });
  expect(dialog.getSnapshot().context).toEqual({ subject: null, answer: null, error: null });
  expect(afterwards).not.toHaveBeenCalled();
});

it('executes what was confirmed, closes, and continues', async () => {
  const { dialog, afterwards } = startDialog();
  dialog.send(shown);
  dialog.send({ type: 'dialog.confirm', answer: { reason: 'doubled' } });
  await waitFor(dialog, (state) => state.matches('hidden'));
  expect(afterwards).toHaveBeenCalledExactlyOnceWith({
    subject: { rows: [2, 3] },
    answer: { reason: 'doubled' },
  });
  expect(dialog.getSnapshot().context.subject).toBeNull();
});

it('stays open with error and answer on a failure, and accepts a retry', async () => {
  let tries = 0;
  const { dialog, afterwards } = startDialog(() =>
    (tries += 1) === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(),
  );
  dialog.send(shown);
  dialog.send({ type: 'dialog.confirm', answer: { reason: 'doubled' } });
  await waitFor(dialog, (state) => state.matches('visible'));
  expect(dialog.getSnapshot().context).toEqual({
    subject: { rows: [2, 3] },
    answer: { reason: 'doubled' },
    error: new Error('offline'),
  });
  dialog.send({ type: 'dialog.confirm', answer: { reason: 'doubled' } });
  expect(dialog.getSnapshot().context.error).toBeNull();
  await waitFor(dialog, (state) => state.matches('hidden'));
  expect(afterwards).toHaveBeenCalledOnce();
});

it('cannot be hidden while executing', () => {
  const { dialog } = startDialog(() => new Promise(() => {}));
  dialog.send(shown);
  dialog.send({ type: 'dialog.confirm', answer: { reason: 'doubled' } });
  dialog.send({ type: 'dialog.hide' });
  expect(dialog.getSnapshot().value).toBe('confirming');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
