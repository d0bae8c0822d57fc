/** Opens what a new row or record was stored as, at its own address, while the user may be typing into the page of the new one. */
import { isNavigating, whenNavigated } from '../../app-context/navigation.ts';
import { isDialogOpen, whenDialogsClosed } from '../../components/openDialogs.ts';
import { focusedAddress } from '../../engine/index.ts';
import { caretOf, isEntryOpen, putCaret, whenEntered } from '../../keys/index.ts';
import { sameControl } from './sameControl.ts';

interface Opening {
  /** reads what the page of the stored one shows, so that it is drawn at once */
  read: () => Promise<unknown>;
  /** whether the page of the new one is still open */
  isOpen: () => boolean;
  /** goes to the stored one, and puts the focus where it was */
  open: () => void | Promise<void>;
}

/**
 * What is typed meanwhile reaches a field: the page is left when the next one can be drawn, nothing is half typed, and no
 * dialog is open that answers to the page. Who is on their way to another page gets there.
 */
export async function openStored({ read, isOpen, open }: Opening): Promise<void> {
  do {
    await whenNavigated();
    await whenDialogsClosed();
    await whenEntered();
    // what cannot be read is reported, and read again, by the page that is opened
    await read().catch(() => undefined);
  } while (isOpen() && (isNavigating() || isEntryOpen() || isDialogOpen()));
  if (!isOpen()) return;
  const focused = focusedAddress();
  const control = document.activeElement;
  const caret = caretOf(control);
  const again = control && !focused ? sameControl(control) : null;
  await open();
  if (focused && focusedAddress()?.itemId === focused.itemId) putCaret(document.activeElement, caret);
  if (!control?.isConnected) again?.()?.focus();
}
