/** The focus of an element that was removed goes to one nearby. Nobody has moved it there, so it may still be led elsewhere. */
let fallback: Element | null = null;

/** Focuses an element in place of one that was removed. */
export function focusInstead(element: HTMLElement, options?: FocusOptions): void {
  element.focus(options);
  fallback = document.activeElement;
}

/** Whether the element took the focus of one that was removed, the last time that one was. */
export const isFallback = (element: Element | null): boolean => element !== null && element === fallback;
