import { afterEach, expect, it } from 'vitest';
import { closeDialog, openDialog, openedDialog } from './openDialog.ts';

const draw = () => null;
const isOpen = () => openedDialog.getSnapshot().matches('visible');

afterEach(closeDialog);

it('answers with what its drawing gives, and is gone then', async () => {
  let give: (given: string) => void = () => {};
  const answer = openDialog<string>((answer) => {
    give = answer;
    return null;
  }, 'closed');
  void openedDialog.getSnapshot().context.subject?.draw();
  give('picked');
  expect([await answer, isOpen()]).toEqual(['picked', false]);
});

it('tells whoever waits that it was closed', async () => {
  const answer = openDialog(draw, 'closed');
  closeDialog();
  expect(await answer).toBe('closed');
});

it('is not pushed aside by another one, whose caller is told at once', async () => {
  const first = openDialog(draw, 'first is closed');
  const number = openedDialog.getSnapshot().context.subject?.number;
  expect(await openDialog(draw, 'second is closed')).toBe('second is closed');
  expect(openedDialog.getSnapshot().context.subject?.number).toBe(number);
  closeDialog();
  expect(await first).toBe('first is closed');
});
