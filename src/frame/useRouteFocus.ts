/** After a page change: the title names the page, and the focus is where the page begins. */
import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the content when another page is shown, or when the focused element is gone. Before the effects of the
 * page, which may put it elsewhere; a title alone changes when its words arrive, while the user works already.
 */
export function useRouteFocus(
  title: string,
  pathname: string,
  content: React.RefObject<HTMLElement | null>,
): void {
  const before = useRef({ title, pathname });
  useLayoutEffect(() => {
    document.title = title ? `${title} · Casewright` : 'Casewright';
    const changed = before.current.title !== title;
    const moved = before.current.pathname !== pathname;
    before.current = { title, pathname };
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (moved && (changed || lost)) content.current?.focus({ preventScroll: true });
  }, [title, pathname, content]);
}
