/** A double click is of what its first click was on. */

/** What goes away with a click on it or in it. */
const PART = '[role=dialog], [role=menu], [role=listbox], tr';
const TYPES = ['mousedown', 'mouseup', 'click', 'dblclick'] as const;

/**
 * Ignores the further clicks of a double click whose first one has closed the dialog, menu, list or line it was on: what is
 * drawn in its place is something else, e.g. a choice of the form behind a look-up, which nobody has clicked. Called once,
 * before anything listens for clicks.
 */
export function endClicks(page: Window): void {
  let part: Element | null = null;
  const follow = (event: MouseEvent) => {
    if (event.detail > 1) {
      if (part === null || part.isConnected) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.type === 'mousedown')
      part = event.target instanceof Element ? event.target.closest(PART) : null;
  };
  for (const type of TYPES) page.addEventListener(type, follow, true);
}
