/** What is being entered into the field with the caret, and is no value yet. */

/** The field in which an input method composes characters. */
let composing: EventTarget | null = null;

/** Notes where an input method composes. Called once. */
export function watchInputMethod(page: Window): void {
  const end = (): void => void (composing = null);
  page.addEventListener('compositionstart', ({ target }) => void (composing = target), true);
  page.addEventListener('compositionend', end, true);
  page.addEventListener('blur', end, true);
}

/** A half-typed entry, or a composition: drawn again, the field would have neither. */
const isEntering = (field: Element): boolean => field === composing || field.matches('[data-draft]');

/** Whether the field with the caret has something that only it holds. */
export const isEntryOpen = (): boolean =>
  document.activeElement !== null && isEntering(document.activeElement);

/** Resolves when no field has something that only it holds; at once where none has. */
export async function whenEntered(): Promise<void> {
  while (document.activeElement && isEntering(document.activeElement))
    await entryEnds(document.activeElement);
}

/** Resolves after the events that end a composition, or move the focus on. */
const entryEnds = (field: Element): Promise<void> =>
  new Promise((resolve) => {
    const listening = new AbortController();
    const end = (): void => {
      listening.abort();
      setTimeout(resolve);
    };
    for (const type of ['blur', 'compositionend'])
      field.addEventListener(type, end, { signal: listening.signal });
  });
