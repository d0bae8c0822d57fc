import { useKeys } from '../../keys/index.ts';

/** The key that saves. A field may keep typed text until it is left: it is left, and entered again where it was. */
export function useSaveKey(save: (() => void) | null): void {
  useKeys({
    save: () => {
      if (!save) return;
      reenter(document.activeElement);
      save();
    },
  });
}

function reenter(field: Element | null): void {
  if (!(field instanceof HTMLElement)) return;
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text');
  const caret = isText ? ([field.selectionStart, field.selectionEnd] as const) : null;
  field.blur();
  field.focus({ preventScroll: true });
  if (caret && isText) field.setSelectionRange(...caret);
}
