/** The focus in a list from which one goes away and comes back. */

const rowOf = (rowKey: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(rowKey)}"]`);

/** The row below, as the list is now; null: it is the last one. */
export function rowBelow(rowKey: string): string | null {
  const next = rowOf(rowKey)?.nextElementSibling;
  return next instanceof HTMLElement ? (next.dataset['row'] ?? null) : null;
}

/** Puts the focus on a row, if it is there. */
export const focusRow = (rowKey: string): void =>
  rowOf(rowKey)?.querySelector<HTMLElement>('td:not([data-control])')?.focus();
