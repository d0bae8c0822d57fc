/** The control of a page in the same page that is drawn again under another address. */

/** What a control is in: the line of a row, or a list of rows. */
const PART = '[data-line], [data-group]';

const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent;

const partOf = (control: Element): string => {
  const { line, group } = control.closest<HTMLElement>(PART)?.dataset ?? {};
  if (line !== undefined) return `[data-line="${line}"]`;
  return group === undefined ? 'main' : `[data-group="${group}"]`;
};

/** The rows around a control that are open, the innermost first. */
function openRowsAround(control: Element): string[] {
  const row = control.closest<HTMLElement>('[data-row]');
  return row ? [row.dataset.row ?? '', ...openRowsAround(row.parentElement ?? row)] : [];
}

/**
 * Finds the control where the page was drawn again: by its name, in the same line or list; of one in a row that is closed
 * now, the number of the row.
 */
export function sameControl(control: Element): () => HTMLElement | undefined {
  const [tag, name, part] = [control.tagName, nameOf(control), partOf(control)];
  const rows = openRowsAround(control);
  return () => {
    const found = [...document.querySelectorAll<HTMLElement>(`${part} ${tag}`)];
    const toggles = rows.flatMap(
      (rowId) => document.querySelector<HTMLElement>(`[data-line="${rowId}"] [data-row-toggle]`) ?? [],
    );
    return found.find((one) => nameOf(one) === name) ?? toggles[0];
  };
}
