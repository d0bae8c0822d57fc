/** The keys of the product: one table, and the functions that read it. */
export { ariaKeys, keyText, pressedKey } from './chords.ts';
export { isComposing, isSubmitEnter, keepEscapeOfInputMethod, SUBMIT_KEY } from './composing.ts';
export { isEntryOpen, watchInputMethod, whenEntered } from './entering.ts';
export { followKey, type KeyHandlers } from './followKey.ts';
export type { KeyId } from './keyTable.ts';
export { isModalOpen } from './modal.ts';
export { caretOf, putCaret, reenter } from './reenter.ts';
export { isTextField } from './textField.ts';
export { useKeys } from './useKeys.ts';
