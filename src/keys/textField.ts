/** Where one types. */

const TEXT_FIELDS =
  'textarea, select, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=button])';

/** Does somebody who has the focus here type into it? */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TEXT_FIELDS);
