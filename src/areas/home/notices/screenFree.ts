/** May something come up by itself, or would it disturb? */

const IN_THE_WAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const TYPING =
  'textarea, select, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=button])';

/** No dialog or menu is open, and nobody is typing. */
export const isScreenFree = (): boolean =>
  ![...document.querySelectorAll(IN_THE_WAY)].some((open) => open.checkVisibility()) &&
  !document.activeElement?.matches(TYPING);
