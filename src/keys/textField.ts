/** Where one types. */

const TEXT_FIELDS =
  'textarea, select, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=button])';

/** Does typing with the focus here enter text? */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TEXT_FIELDS);
