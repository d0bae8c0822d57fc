/** A click is not lost where the page moves under the pointer. */

/** What a click does something with. What is typed into or dragged has the pointer as the browser gives it. */
const CLICKED =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio]), [role=button], [role=tab], [role=option], [role=menuitem]';
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select';
/** A hand trembles: up to here the pointer is where it was pressed. */
const SAME_PLACE_PX = 4;

/**
 * Keeps a press with the button it began on until it is released, although findings, messages or rows that arrive
 * meanwhile move the button: the browser would find another element at the release, and click nothing. Moving the pointer
 * away still cancels the press (WCAG 2.5.2).
 */
export function keepClicks(page: Document): void {
  page.addEventListener('pointerdown', (press) => {
    const { target, pointerId } = press;
    const pressed = isPlainPress(press) && target instanceof Element && target.closest(CLICKED);
    if (!pressed || target.matches(TYPED_INTO)) return;
    // what is dragged has taken the pointer itself
    if (pressed.hasPointerCapture(pointerId) || target.hasPointerCapture(pointerId)) return;
    pressed.setPointerCapture(pointerId);
    const onMove = (move: PointerEvent) => {
      if (Math.hypot(move.clientX - press.clientX, move.clientY - press.clientY) <= SAME_PLACE_PX) return;
      if (pressed.hasPointerCapture(pointerId)) pressed.releasePointerCapture(pointerId);
      stop();
    };
    const stop = () => {
      page.removeEventListener('pointermove', onMove, true);
      for (const type of ENDS) page.removeEventListener(type, stop, true);
    };
    page.addEventListener('pointermove', onMove, true);
    for (const type of ENDS) page.addEventListener(type, stop, true);
  });
}

/** Fingers keep the element that they touched by themselves. */
const isPlainPress = ({
  isTrusted,
  isPrimary,
  button,
  pointerType,
  defaultPrevented,
}: PointerEvent): boolean =>
  isTrusted && isPrimary && button === 0 && pointerType !== 'touch' && !defaultPrevented;

const ENDS = ['pointerup', 'pointercancel'];
