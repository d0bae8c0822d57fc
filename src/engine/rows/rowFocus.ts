/** The focus when rows are added and deleted: it is never lost. */
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import type { Engine } from '../page/context.ts';
import { whenPresent } from '../page/whenPresent.ts';

/** The line of a row; null where its list shows others, or is not drawn. */
export const lineOf = (rowId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-line="${rowId}"]`);

/** Focuses the number of a row, on whichever page of its list. */
export function focusRow({ form, session }: Engine, rowId: string): void {
  session.store.set(form.soughtRow, { rowId });
  whenPresent(
    () => lineOf(rowId)?.querySelector<HTMLElement>('[data-row-toggle]') ?? null,
    (toggle) => toggle.focus(),
  );
}

/** A row that is put elsewhere in the document loses the focus: it goes back to what has it now, or to the row. */
export function keepRowFocus(engine: Engine, rowId: string): void {
  const focused = document.activeElement;
  requestAnimationFrame(() => {
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    else focusRow(engine, rowId);
  });
}

/** Deletes a row or restores it. A deleted row hands the focus to the next one that is not, or to "add". */
export function toggleDeleted(engine: Engine, row: CaseRow, label: string, position: number): void {
  const { form, session, t } = engine;
  if (row.deleted) session.restoreRow(row);
  else session.deleteRow(row);
  session.store.set(
    form.announcement,
    t(row.deleted ? 'row.restored' : 'row.deleted', { label, place: position }),
  );
  if (row.deleted) return focusRow(engine, row.rowId);
  const line = lineOf(row.rowId);
  const lines = [...(line?.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-line]') ?? [])];
  const at = lines.findIndex((one) => one === line);
  const following = [...lines.slice(at + 1), ...lines.slice(0, at).reverse()].find(
    (one) => one.dataset.deleted === undefined,
  );
  const next =
    following?.querySelector<HTMLElement>('[data-row-toggle]') ??
    line?.closest('[data-list]')?.querySelector<HTMLElement>('[data-action="addRow"]');
  next?.focus();
}
