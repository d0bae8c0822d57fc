/** The open dialogs: the browser's Back closes the uppermost one, as Escape does, and does not leave the page below it. */
import { useEffect, useEffectEvent } from 'react';

const closers: (() => void)[] = [];
/** called when no dialog is open any more */
let waiting: (() => void)[] = [];

/** Resolves when no dialog is open, and what it was opened for has had its answer. */
export async function whenDialogsClosed(): Promise<void> {
  while (closers.length > 0) {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Whether a dialog is open. */
export const isDialogOpen = (): boolean => closers.length > 0;

/** Closes the dialog that was opened last, as Escape does: it may warn of a text first, or stay open while it is busy. */
export const closeUppermostDialog = (): void => closers.at(-1)?.();

/** Registers a dialog while it is drawn. */
export function useOpenDialog(close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    const closer = () => closeNow();
    closers.push(closer);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      if (closers.length > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    };
  }, []);
}
