/** May something come up by itself, or would it disturb? */
import { isTextField } from '../../../keys/textField.ts';

const IN_THE_WAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** No dialog or menu is open, and nobody is typing. */
export const isScreenFree = (): boolean =>
  ![...document.querySelectorAll(IN_THE_WAY)].some((open) => open.checkVisibility()) &&
  !isTextField(document.activeElement);
