// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { useDialog, type DialogHandle, type DialogWorld } from './useDialog.ts';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

type RowDialog = DialogHandle<{ rowNo: number }, string>;

startWithEmptyDocument();

/** A component with a dialog, drawn; `now()` is what the hook gave it last. */
async function draw(first: DialogWorld<{ rowNo: number }, string>) {
  const seen: RowDialog[] = [];
  function Rows({ world }: { world: typeof first }) {
    seen.push(useDialog(world));
    return null;
  }
  const redraw = (world: typeof first) => render(<Rows world={world} />);
  await redraw(first);
  const now = (): RowDialog => {
    const last = seen.at(-1);
    if (!last) throw new Error('nothing was drawn');
    return last;
  };
  return { now, redraw };
}

it('shows what it is about and hides it', async () => {
  const { now } = await draw({});
  expect(now().subject).toBeNull();
  await act(async () => now().show({ rowNo: 2 }));
  expect(now().subject).toEqual({ rowNo: 2 });
  await act(async () => now().hide());
  expect(now().subject).toBeNull();
});

it('keeps the dialog with the error where it fails, and goes on once it does not', async () => {
  const gone = vi.fn();
  const carryOut = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(undefined);
  const { now } = await draw({ carryOut, afterwards: gone });
  await act(async () => now().show({ rowNo: 2 }));
  await act(async () => now().confirm('doubled'));
  expect(now()).toMatchObject({ subject: { rowNo: 2 }, error: new Error('offline'), busy: false });
  expect(gone).not.toHaveBeenCalled();
  await act(async () => now().confirm('doubled'));
  expect(now()).toMatchObject({ subject: null, error: null });
  expect(carryOut).toHaveBeenCalledTimes(2);
  expect(gone).toHaveBeenCalledExactlyOnceWith({ rowNo: 2 }, 'doubled');
});

it('is busy, and cannot be hidden, while it carries out', async () => {
  const { now } = await draw({ carryOut: () => new Promise(() => {}) });
  await act(async () => now().show({ rowNo: 2 }));
  await act(async () => now().confirm('doubled'));
  await act(async () => now().hide());
  expect(now()).toMatchObject({ subject: { rowNo: 2 }, busy: true });
});

it('does what the component means now, not what it meant when it was drawn first', async () => {
  const later = vi.fn().mockResolvedValue(undefined);
  const { now, redraw } = await draw({ carryOut: () => Promise.reject(new Error('old')) });
  await act(async () => now().show({ rowNo: 2 }));
  await redraw({ carryOut: later });
  await act(async () => now().confirm('doubled'));
  expect(later).toHaveBeenCalledExactlyOnceWith({ rowNo: 2 }, 'doubled');
  expect(now().subject).toBeNull();
});
