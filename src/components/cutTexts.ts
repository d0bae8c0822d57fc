import i18next from 'i18next';
import { showError } from './toasts.tsx';

/** Texts that come as a whole. A key beyond the limit is seen to do nothing. */
const AT_ONCE = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'];

/**
 * Tells when a text that is pasted or dropped is too long for its field (`maxLength`): browsers cut it without a word.
 * Items have no such fields: their texts are never cut by the browser.
 */
export function tellCutTexts(page: Document): void {
  page.addEventListener('beforeinput', ({ target, data, inputType }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { value, maxLength, selectionStart, selectionEnd } = target;
    if (maxLength < 0 || data === null || !AT_ONCE.includes(inputType)) return;
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const count = value.length - selected + data.length - maxLength;
    if (count > 0) showError(i18next.t('components:cutText', { count, max: maxLength }));
  });
}
