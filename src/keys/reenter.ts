type Caret = readonly [start: number | null, end: number | null];

/** Where the caret is in a field of text; null in any other. */
export const caretOf = (field: Element | null): Caret | null =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')
    ? [field.selectionStart, field.selectionEnd]
    : null;

/** Puts the caret there, where the field is one of text. */
export function putCaret(field: Element | null, caret: Caret | null): void {
  if (caret && caretOf(field)) (field as HTMLInputElement | HTMLTextAreaElement).setSelectionRange(...caret);
}

/** Leaves a field, which may keep typed text until then, and enters it again where the caret was. */
export function reenter(field: Element | null): void {
  if (!(field instanceof HTMLElement)) return;
  const caret = caretOf(field);
  field.blur();
  field.focus({ preventScroll: true });
  putCaret(field, caret);
}
