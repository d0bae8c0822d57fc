/**
 * Freezes a page while the user logs in over it. The focused field gets its focus back without having received a blur
 * event.
 */
import { firstIn } from '../../components/Dialog.tsx';

/** Tells the style sheet to hide the page. */
const COVERED = 'data-covered';
/** Mantine's dialogs leave Escape to an element that has it. */
const KEEPS_ESCAPE = 'data-mantine-stop-propagation';
const DIALOG = '[role="dialog"]';
const CLICKS = ['mousedown', 'touchstart'] as const;
const FOCUS_EVENTS = ['focus', 'blur', 'focusin', 'focusout'] as const;

const keepEscape = (target: EventTarget | null): void => {
  if (target instanceof Element) target.setAttribute(KEEPS_ESCAPE, 'true');
};

/** Reads where the caret is; the returned function puts it back. */
function caretOf(element: Element | null): () => void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = element;
    // kinds of input without a caret, e.g. numbers, say null and refuse to be set
    return () => {
      if (start !== null) element.setSelectionRange(start, end, direction ?? undefined);
    };
  }
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    if (!range || !element?.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

const openDialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(DIALOG)];

/**
 * Shows the dialog over the document and makes the rest inert and invisible to assistive technology. Returns a
 * function that restores the page. The page receives no focus, click or Escape events in between: a field that
 * normalizes its text on blur, e.g. discards half a date, does not; a popover that closes on a click outside stays
 * open. A dialog that opens on the frozen page gets the focus when it is restored.
 */
export function holdPage(dialog: HTMLDialogElement, title: string): () => void {
  const held = document.activeElement;
  const before = new Set([...openDialogs(), dialog]);
  const putCaretBack = caretOf(held);
  const titleBefore = document.title;
  const stop = new AbortController();
  const { signal } = stop;
  for (const type of FOCUS_EVENTS)
    window.addEventListener(
      type,
      (event) => {
        if (event.target instanceof Node && !dialog.contains(event.target)) event.stopImmediatePropagation();
      },
      { capture: true, signal },
    );
  dialog.addEventListener('focusin', ({ target }) => keepEscape(target), { signal });
  // where popovers listen for clicks elsewhere is the document; React hears below it
  for (const type of CLICKS)
    document.documentElement.addEventListener(type, (event) => event.stopPropagation(), { signal });
  keepEscape(document.body);
  document.documentElement.setAttribute(COVERED, '');
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  document.title = title;
  return () => {
    dialog.close();
    document.documentElement.removeAttribute(COVERED);
    document.body.removeAttribute(KEEPS_ESCAPE);
    document.title = titleBefore;
    const opened = openDialogs()
      .filter((other) => !before.has(other))
      .at(-1);
    // a dialog that opens on a held page cannot do so itself
    if (opened) firstIn(opened).focus({ preventScroll: true });
    else if (held instanceof HTMLElement && held.isConnected) {
      held.focus({ preventScroll: true });
      putCaretBack();
    }
    stop.abort();
  };
}
