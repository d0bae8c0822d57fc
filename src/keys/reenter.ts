/** Leaves a field, which may keep typed text until then, and enters it again where the caret was. */
export function reenter(field: Element | null): void {
  if (!(field instanceof HTMLElement)) return;
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text');
  const caret = isText ? ([field.selectionStart, field.selectionEnd] as const) : null;
  field.blur();
  field.focus({ preventScroll: true });
  if (caret && isText) field.setSelectionRange(...caret);
}
